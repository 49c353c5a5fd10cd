import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, sourceFiles, TOP_FOLDERS } from '../../scripts/map/imports.ts';

const CITED = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g;
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

describe('what comments cite', () => {
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

  it('is no document outside the repository', () => {
    assert.deepEqual(
      files.filter(({ source }) => ELSEWHERE.test(source)).map(({ file }) => file),
      [],
    );
  });
});
