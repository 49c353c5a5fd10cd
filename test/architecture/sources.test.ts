import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ROOT, sourceFiles, TOP_FOLDERS } from '../../scripts/map/imports.ts';

const CITED = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g;
const SEE = /@see\s+(?:\*\s+)?([^\s*][^\n]*)/g;
const ELSEWHERE_FOR_EVERYONE = /^(?:https?:\/\/\S+\.\S+|RFC \d{3,}|[A-Z][\p{L} ,]+.*\(\d{4}\))/u;
// Documents that are not in the repository.
const ELSEWHERE = /\b(?:decisions|interface)(?:\.md)? \d/;

/** The anchors of a page, as GitHub and the guide make them of its headings. */
function anchorsOf(page: string): Set<string> {
  return new Set(
    Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Whether a type, a function, a constant or a method has the name. */
const isDeclared = (name: string, code: string) =>
  new RegExp(`\\b(?:function|const|class|interface|type) ${name}\\b|^  (?:async )?${name}[(<]`, 'm').test(code);

describe('a source that comments cite', () => {
  const files = TOP_FOLDERS.flatMap((folder) => sourceFiles(join(ROOT, folder))).map((file) => ({
    file: relative(ROOT, file),
    source: readFileSync(file, 'utf8'),
  }));
  const cited = files.flatMap(({ file, source }) =>
    Array.from(source.matchAll(CITED), ([citation]) => ({ file, citation })),
  );

  it('is a page in the repository, at a heading of it', () => {
    assert.ok(cited.length > 40, `${cited.length} citations`);
    const missing = cited.filter(({ citation }) => {
      const [path = '', anchor] = citation.split('#');
      if (!existsSync(join(ROOT, path))) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(join(ROOT, path), 'utf8')).has(anchor);
    });
    assert.deepEqual(missing, []);
  });

  it('after @see is such a page, a public document, or code that exists', () => {
    const code = files.map(({ source }) => source).join('\n');
    const names = new Set(files.map(({ file }) => basename(file)));
    const seen = files.flatMap(({ file, source }) =>
      Array.from(source.matchAll(SEE), ([, target = '']) => ({ file, target })),
    );
    assert.ok(seen.length > 60, `${seen.length} times @see`);
    const unknown = seen.filter(({ target }) => {
      if (target.startsWith('docs/') || ELSEWHERE_FOR_EVERYONE.test(target)) return false;
      const [word = ''] = /^[\w.-]*\w/.exec(target) ?? [];
      return !names.has(word) && !word.split('.').every((name) => isDeclared(name, code));
    });
    assert.deepEqual(unknown, []);
  });

  it('is not a document outside the repository', () => {
    assert.deepEqual(
      files.filter(({ source }) => ELSEWHERE.test(source)).map(({ file }) => file),
      [],
    );
  });
});
