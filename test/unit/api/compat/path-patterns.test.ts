import assert from 'node:assert/strict';
import { belowOf, globsOf } from '../../../../api/compat/path-patterns.ts';
import { matchesGlob } from '../../../../services/crawls/frontier/globs.ts';

const PATHS = ['/', '/blog', '/blog/a', '/blog/a/b', '/old/blog/a.html', '/bloga'];

describe('a pattern of paths', () => {
  for (const pattern of [
    '^/blog/.*$',
    '/blog/.*',
    'blog',
    '^/blog/[^/]+$',
    'a\\.html$',
    'a.html',
    '^/blog$',
    '^.*a$',
    '.*/a',
  ])
    it(`matches as a glob what it matches as a regular expression: ${pattern}`, () =>
      assert.deepEqual(
        PATHS.filter((path) => globsOf(pattern, 'includePaths').some((glob) => matchesGlob(glob, path))),
        PATHS.filter((path) => new RegExp(pattern).test(path)),
      ));

  for (const pattern of ['^/(a|b)$', 'a+', '[0-9]', 'a{2}', '', 'a.?', '\\d', '^blog'])
    it(`is refused where a glob cannot say it: ${JSON.stringify(pattern)}`, () =>
      assert.throws(() => globsOf(pattern, 'includePaths'), { code: 'UNIMPLEMENTED', param: 'includePaths' }));

  it('of an address selects what is below it, and nothing in particular at the root', () => {
    assert.deepEqual([belowOf('https://example.com/docs/?a=1'), belowOf('https://example.com')], [['/docs/**'], []]);
  });
});
