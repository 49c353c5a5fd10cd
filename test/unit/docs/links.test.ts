import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf, documentationPages } from './pages.ts';

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

describe('a link of the documentation', () => {
  const links = documentationPages().flatMap(({ path, prose }) =>
    [...prose.matchAll(LINK)].map(([, target = '']) => ({ page: path, target })).filter(({ target }) => !/^[a-z]+:/.test(target)),
  );

  it('exists', () => {
    assert.ok(links.length > 20, `${links.length} links`);
  });

  it('leads to an existing file and heading', () => {
    assert.deepEqual(links.filter((link) => !resolves(link)).map(({ page, target }) => `${page}: ${target}`), []);
  });
});

function resolves({ page, target }: { page: string; target: string }): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
}
