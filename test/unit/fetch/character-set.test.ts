import assert from 'node:assert/strict';
import { decodeText } from '../../../services/fetch/character-set.ts';
import type { DocumentKind } from '../../../services/extract/media-type.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

interface Case {
  name: string;
  bytes: Buffer;
  kind?: DocumentKind;
  charset?: string;
  text: string;
}

const cases: Case[] = [
  {
    name: 'the transport over the document',
    bytes: Buffer.from('<meta charset=windows-1251>é'),
    charset: 'utf-8',
    text: '<meta charset=windows-1251>é',
  },
  { name: 'a byte order mark over the transport', bytes: Buffer.from('\uFEFFé'), charset: 'windows-1251', text: 'é' },
  {
    name: 'the meta element',
    bytes: latin1('<meta charset="windows-1251">\xcf\xf0\xe8'),
    text: '<meta charset="windows-1251">При',
  },
  {
    name: 'the older meta element',
    bytes: latin1('<meta http-equiv=content-type content="text/html; charset=iso-8859-2">\xb3'),
    text: '<meta http-equiv=content-type content="text/html; charset=iso-8859-2">ł',
  },
  { name: 'UTF-8 that nothing declares', bytes: Buffer.from('<p>日本'), text: '<p>日本' },
  { name: 'windows-1252 where it is not UTF-8', bytes: latin1('<p>\x80 \xe9'), text: '<p>€ é' },
  { name: 'latin1 as windows-1252, as browsers do', bytes: latin1('\x93a\x94'), charset: 'ISO-8859-1', text: '“a”' },
  { name: 'a label that nobody knows as none', bytes: Buffer.from('é'), charset: 'no-such-thing', text: 'é' },
  { name: 'UTF-16 by its mark', bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('né')]), text: 'né' },
  { name: 'Shift_JIS', bytes: Buffer.from([0x93, 0xfa, 0x96, 0x7b]), charset: 'shift_jis', text: '日本' },
  { name: 'gb2312 as GBK', bytes: Buffer.from([0xc4, 0xe3]), charset: 'gb2312', text: '你' },
  { name: 'the disarming encoding as nothing', bytes: Buffer.from('<script>'), charset: 'iso-2022-kr', text: '\uFFFD' },
  { name: 'broken UTF-8 with a mark of its own', bytes: Buffer.from([0x61, 0xff]), charset: 'utf-8', text: 'a\uFFFD' },
  {
    name: 'the XML declaration',
    kind: 'xml',
    bytes: latin1('<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>'),
    text: '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>',
  },
  {
    name: 'JSON as UTF-8 whatever is said',
    kind: 'json',
    charset: 'windows-1252',
    bytes: Buffer.from('"é"'),
    text: '"é"',
  },
  {
    name: 'plain text that quotes a meta element',
    kind: 'text',
    bytes: Buffer.from('<meta charset=windows-1251> é'),
    text: '<meta charset=windows-1251> é',
  },
];

describe('character sets', () => {
  for (const { name, bytes, kind = 'html', charset, text } of cases) {
    it(`decode ${name}`, () => {
      assert.equal(decodeText(bytes, { essence: '', kind, ...(charset && { charset }) }), text);
    });
  }
});
