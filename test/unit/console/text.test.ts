import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { cadenceSeconds, nextTimes } from '../../../console/text/cadence.ts';
import { comparable, linkable, pathOf } from '../../../console/text/addresses.ts';
import { comparedWith } from '../../../console/text/differences.ts';
import { withoutReferences } from '../../../console/text/entities.ts';
import { exampleOf } from '../../../console/text/examples.ts';
import { axisSteps, counted } from '../../../console/text/figures.ts';
import { duration, relativeTime } from '../../../console/text/times.ts';

describe('times in the console', () => {
  const now = new Date('2026-11-23T12:00:00Z');

  it('are distances from now, in the largest unit that fits', () => {
    const said = ['11:59:58', '11:59:20', '11:58:59', '10:00:00', '13:30:00'].map((time) =>
      relativeTime(`2026-11-23T${time}Z`, now),
    );
    assert.deepEqual(said, ['just now', '40 seconds ago', '1 minute ago', '2 hours ago', 'in 1 hour']);
  });

  it('are dates when they are more than thirty days away', () => {
    assert.equal(relativeTime('2026-10-01T00:00:00Z', now), '2026-10-01');
    assert.equal(relativeTime('2026-11-01T12:00:00Z', now), '22 days ago');
  });

  it('are shown as they stand when they are no times', () => {
    assert.equal(relativeTime('soon', now), 'soon');
  });

  it('are said by duration without a false precision', () => {
    assert.deepEqual([840, 42_300, 200_000].map(duration), ['0.8 s', '42 s', '3 min 20 s']);
  });
});

describe('figures in the console', () => {
  it('agree with their noun', () => {
    assert.deepEqual(
      [counted(1, 'credit'), counted(2000, 'credit'), counted(0, 'search', 'searches')],
      ['1 credit', '2,000 credits', '0 searches'],
    );
  });

  it('have an axis of round, equal, whole steps that reaches the highest', () => {
    assert.deepEqual(axisSteps(39), [0, 10, 20, 30, 40]);
    assert.deepEqual(axisSteps(0), [0, 1]);
    assert.deepEqual(axisSteps(2), [0, 1, 2]);
    for (const highest of [1, 7, 120, 999, 123_456]) assert.ok((axisSteps(highest).at(-1) ?? 0) >= highest);
  });
});

describe('addresses in the console', () => {
  it('are links for http and https alone', () => {
    assert.equal(linkable('https://example.com/a b'), 'https://example.com/a%20b');
    const hostile = [
      'javascript:alert(1)',
      ' jAvAsCrIpT:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      '//x',
      '/x',
    ];
    assert.deepEqual(
      hostile.filter((address) => linkable(address) !== undefined),
      [],
    );
  });

  it('are read as the way to the page', () => {
    assert.deepEqual(pathOf('https://www.example.com/a/%C3%BC%20b/?q=1'), ['example.com', 'a', 'ü b']);
    assert.deepEqual(pathOf('https://example.com/%ff'), ['example.com', '%ff']);
    assert.deepEqual(pathOf('nowhere'), ['nowhere']);
  });

  it('are the same without a fragment and a last slash', () => {
    assert.equal(comparable('https://example.com/a/#b'), comparable('https://example.com/a'));
  });
});

describe('examples in the console', () => {
  const call = {
    method: 'POST',
    path: '/v1/search',
    body: { query: `it's "a" $(b)\n`, deep: [true, null, {}] },
  } as const;

  it('give a shell exactly the body, whatever it holds', () => {
    const command = exampleOf(call, 'curl', 'http://127.0.0.1:8080').replace(/^curl/, 'printf "%s\\n"');
    const words = execFileSync('sh', ['-c', command], { env: { QUARRY_API_KEY: 'k' } })
      .toString()
      .trimEnd();
    assert.equal(words.slice(words.indexOf('{')), JSON.stringify(call.body));
    assert.match(words, /x-api-key: k/);
  });

  it('say the method where curl would take another', () => {
    assert.match(exampleOf({ method: 'DELETE', path: '/v1/x' }, 'curl', ''), /-X DELETE/);
    assert.doesNotMatch(exampleOf({ method: 'GET', path: '/v1/x' }, 'curl', ''), /-X/);
  });

  it('write values as Python does', () => {
    const python = exampleOf(call, 'Python', '');
    assert.match(python, /True,\n\s+None,\n\s+\{\},/);
    assert.match(python, /requests\.post\(/);
  });

  it('compile as TypeScript', () => {
    const source = exampleOf(call, 'TypeScript', 'http://127.0.0.1:8080');
    assert.doesNotThrow(() => new Script(`async () => { ${source} }`));
  });
});

describe('references to characters', () => {
  it('are the characters, once', () => {
    assert.equal(withoutReferences('a &amp; b &lt;c&gt; &#39;d&#x27; &amp;lt;'), "a & b <c> 'd' &lt;");
  });

  it('of no character stay as they are', () => {
    assert.equal(withoutReferences('&#0; &#x110000; &unknown; &'), '&#0; &#x110000; &unknown; &');
  });
});

describe('cadences in the console', () => {
  it('are read as the service reads them, from an hour on', () => {
    assert.deepEqual(['6h', '1d', '3600', '2 w'].map(cadenceSeconds), [21_600, 86_400, 3600, 1_209_600]);
    assert.deepEqual(['', '59m', 'daily', '-1d'].map(cadenceSeconds), [undefined, undefined, undefined, undefined]);
  });

  it('begin at once', () => {
    const from = new Date('2026-11-23T12:00:00Z');
    assert.deepEqual(
      nextTimes('6h', from, 3).map((time) => time.toISOString().slice(11, 16)),
      ['12:00', '18:00', '00:00'],
    );
  });
});

describe('two texts beside each other', () => {
  it('differ in the sentences whose words the other one lacks', () => {
    const text = '# Walls\n\nEvery wall fell. It rained!\n\nNobody came.';
    const told = comparedWith(text, 'Walls\nevery wall fell. Nobody came. A ship sank.');
    assert.deepEqual(told, [
      { text: 'Walls', isOwn: false, endsLine: true },
      { text: 'Every wall fell.', isOwn: false, endsLine: false },
      { text: 'It rained!', isOwn: true, endsLine: true },
      { text: 'Nobody came.', isOwn: false, endsLine: true },
    ]);
  });
});
