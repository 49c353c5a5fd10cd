import assert from 'node:assert/strict';
import { addressOf } from '../../../services/crawls/frontier/address.ts';
import { isAdmitted } from '../../../services/crawls/frontier/admit.ts';
import { matchesGlob } from '../../../services/crawls/frontier/globs.ts';
import { areNearCopies, printsOf } from '../../../services/crawls/frontier/prints.ts';
import { bestFirst } from '../../../services/crawls/rank-addresses.ts';

describe('a glob on the path', () => {
  for (const [glob, path, matches] of [
    ['/docs/**', '/docs/a/b', true],
    ['/docs/*', '/docs/a/b', false],
    ['/docs/*', '/docs/a', true],
    ['/docs/?', '/docs/ä', true],
    ['**/secret/**', '/a/secret/b', true],
    ['*.html', '/a/b.html', true],
    ['/docs', '/docs/a', false],
    ['/a.c', '/abc', false],
  ] as const)
    it(`${glob} ${matches ? 'matches' : 'does not match'} ${path}`, () => {
      assert.equal(matchesGlob(glob, path), matches);
    });

  it('with many stars ends soon', () => {
    assert.equal(matchesGlob(`/${'*a'.repeat(100)}`, `/${'a'.repeat(2_000)}b`), false);
  });
});

describe('the address of a URL', () => {
  const keyOf = (url: string) => addressOf(url)?.key;

  it('is the same for every spelling', () => {
    const key = keyOf('https://example.com/a?x=1&y=2');
    for (const url of [
      'http://www.example.com/a/?y=2&x=1#part',
      'https://user:word@example.com/a?x=1&utm_source=z&y=2',
      'https://example.com/a;jsessionid=12AF?x=1&y=2&PHPSESSID=9',
    ])
      assert.equal(keyOf(url), key, url);
  });

  it('is undefined for what no crawl requests', () => {
    for (const url of [
      'ftp://example.com/',
      'mailto:a@example.com',
      'no url',
      `https://example.com/${'a'.repeat(3_000)}`,
    ])
      assert.equal(addressOf(url), undefined, url);
  });

  it('shares its shape with addresses that differ in figures alone', () => {
    const shapeOf = (url: string) => addressOf(url)?.shape;
    assert.equal(shapeOf('https://a.example/2026/01?page=2'), shapeOf('https://a.example/2027/11?page=9'));
    assert.notEqual(shapeOf('https://a.example/2026/01'), shapeOf('https://a.example/2026/01?page=1'));
  });
});

describe('an address of a crawl', () => {
  const bounds = {
    urls: ['https://example.com/docs/'],
    maxDepth: 3,
    include: [],
    exclude: [],
    includeSubdomains: false,
  };
  const isTaken = (url: string, more: object = {}, depth = 1) => isAdmitted({ ...bounds, ...more }, { url }, depth);

  it('is on the host of a seed, or on a subdomain where these belong to the crawl', () => {
    assert.equal(isTaken('https://www.example.com/a'), true);
    assert.equal(isTaken('https://sub.example.com/a'), false);
    assert.equal(isTaken('https://sub.example.com/a', { includeSubdomains: true }), true);
    assert.equal(isTaken('https://badexample.com/a', { includeSubdomains: true }), false);
    assert.equal(isTaken('https://example.com:8443/a'), false);
  });

  it('is no file without text, no trap, and not too deep', () => {
    for (const url of ['/logo.png', '/a/b/a/b/a/b/a/b', '/x?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9'])
      assert.equal(isTaken(`https://example.com${url}`), false, url);
    assert.equal(isTaken('https://example.com/a', {}, 4), false);
  });
});

describe('the prints of a text', () => {
  const text = Array.from({ length: 200 }, (_, nth) => `word${(nth * 37) % 101} of${nth}`).join(' ');

  it('are shared by a near copy, whatever its links lead to, and not by another text', () => {
    assert.ok(areNearCopies(printsOf(`${text} [next](/p?page=1)`), printsOf(`${text} [next](/p?page=2)`)));
    assert.ok(!areNearCopies(printsOf(text), printsOf(text.replaceAll('word', 'other'))));
  });
});

describe('the addresses of a map', () => {
  it('are in their own order without a query, and by titles and paths with one', () => {
    const addresses = [
      { url: 'https://a.example/x' },
      { url: 'https://a.example/leave/parental' },
      { url: 'https://a.example/y', title: 'Leave' },
    ];
    assert.deepEqual(bestFirst(addresses, ''), addresses);
    assert.deepEqual(
      bestFirst(addresses, 'leave').map(({ url }) => url.slice(17)),
      ['/y', '/leave/parental', '/x'],
    );
  });
});
