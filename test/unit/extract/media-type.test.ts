import assert from 'node:assert/strict';
import { declaredMediaType, settledMediaType } from '../../../services/extract/media-type.ts';

const settled = (contentType: string | undefined, body: string | Buffer) => {
  const { essence, kind } = settledMediaType(
    declaredMediaType(new Headers(contentType ? { 'content-type': contentType } : {})),
    Buffer.from(body),
  );
  return `${essence} ${kind ?? 'not served'}`;
};
const elf = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]);

describe('the media type of a body', () => {
  const cases: Array<[name: string, contentType: string | undefined, body: string | Buffer, type: string]> = [
    ['is what is declared', 'text/html; charset=utf-8', '<p>x', 'text/html html'],
    [
      'stays text for a page that is sent as plain text, as in browsers',
      'text/plain',
      '<!doctype html><p>x',
      'text/plain text',
    ],
    ['is looked for where none is declared', undefined, '\n<!DOCTYPE html><p>x', 'text/html html'],
    ['is looked for where the server does not know it', 'application/octet-stream', '<html><p>x', 'text/html html'],
    ['is binary where nothing else fits', 'application/octet-stream', elf, 'application/octet-stream not served'],
    ['is binary for what is sent as text and is none', 'text/plain', elf, 'application/octet-stream not served'],
    [
      'is text for UTF-16, whose bytes look binary',
      'text/plain',
      Buffer.from('\uFEFFab', 'utf16le'),
      'text/plain text',
    ],
    ['is PDF by its first bytes, whatever is declared', 'text/html', '%PDF-1.7\n', 'application/pdf pdf'],
    ['is PDF by its first bytes, declared or not', undefined, '%PDF-1.7\n', 'application/pdf pdf'],
    ['is HTML for an error page that is sent as PDF', 'application/pdf', '<!doctype html><p>gone', 'text/html html'],
    ['is a feed where it is declared', 'application/rss+xml', '<rss>', 'application/rss+xml feed'],
    [
      'is a feed by its root where XML is declared',
      'text/xml',
      '<?xml version="1.0"?>\n<!-- x -->\n<rss version="2.0">',
      'text/xml feed',
    ],
    [
      'is a feed by its root where HTML is declared',
      'text/html',
      '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">',
      'text/html feed',
    ],
    [
      'is HTML where XML has its root',
      'application/xml',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
      'application/xml html',
    ],
    ['is XML otherwise', 'application/xml', '<?xml version="1.0"?><note>rss</note>', 'application/xml xml'],
    ['is found at once behind comments without end', 'text/html', '<!---->'.repeat(200), 'text/html html'],
    ['is not served for pictures', 'image/png', 'x', 'image/png not served'],
  ];
  for (const [name, contentType, body, type] of cases) {
    it(name, () => assert.equal(settled(contentType, body), type));
  }
});
