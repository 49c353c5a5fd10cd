import assert from 'node:assert/strict';
import { resolveDateRange } from '../../../services/query/date-range.ts';
import {
  endsBeforeMs,
  parseDate,
  parseFixedDate,
  startsMs,
  type DateExpression,
} from '../../../services/dates/parse-date.ts';

const parsed = (text: string): DateExpression => {
  const date = parseDate(text);
  assert.ok(date, `${text} is not read`);
  return date;
};
const startOf = (text: string, now = '2026-11-21T10:00:00Z') => {
  const ms = startsMs(parsed(text), new Date(now));
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('a date of a search', () => {
  const moments: Array<[written: string, meant: string]> = [
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-11-21T10:30:00Z', '2026-11-21T10:30:00.000Z'],
    ['2026-11-21T10:30', '2026-11-21T10:30:00.000Z'],
    ['2026-11-21T10:30:15.1239Z', '2026-11-21T10:30:15.123Z'],
    ['2026-11-21T00:30:00+02:00', '2026-11-20T22:30:00.000Z'],
    ['2026-11-21T00:30:00-0530', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21t00:30:00z', '2026-11-21T00:30:00.000Z'],
    ['now', '2026-11-21T10:00:00.000Z'],
    ['now-90s', '2026-11-21T09:58:30.000Z'],
    ['now-90m', '2026-11-21T08:30:00.000Z'],
    ['now-36h', '2026-11-19T22:00:00.000Z'],
    ['now-1d', '2026-11-20T10:00:00.000Z'],
    ['now-2w', '2026-11-07T10:00:00.000Z'],
    ['now-1M', '2026-10-21T10:00:00.000Z'],
    ['now-11M', '2025-12-21T10:00:00.000Z'],
    ['now-1y', '2025-11-21T10:00:00.000Z'],
    ['now-0d', '2026-11-21T10:00:00.000Z'],
  ];
  for (const [written, meant] of moments) {
    it(`reads ${written} as ${meant}`, () => assert.equal(startOf(written), meant));
  }

  const clamped: Array<[now: string, written: string, meant: string]> = [
    ['2026-03-31T12:00:00Z', 'now-1M', '2026-02-28T12:00:00.000Z'],
    ['2024-03-31T12:00:00Z', 'now-1M', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29T12:00:00Z', 'now-1y', '2023-02-28T12:00:00.000Z'],
    ['2024-02-29T12:00:00Z', 'now-4y', '2020-02-29T12:00:00.000Z'],
    ['2026-07-31T12:00:00Z', 'now-1M', '2026-06-30T12:00:00.000Z'],
    ['2026-01-31T12:00:00Z', 'now-2M', '2025-11-30T12:00:00.000Z'],
    ['2026-01-15T12:00:00Z', 'now-13M', '2024-12-15T12:00:00.000Z'],
  ];
  for (const [now, written, meant] of clamped) {
    it(`follows the calendar: ${written} at ${now} is ${meant}`, () => assert.equal(startOf(written, now), meant));
  }

  const refused = [
    '',
    ' ',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-29',
    '2023-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-11-21 10:00',
    '21.11.2026',
    '2026-11-21T',
    '2026-11-21T24:00',
    '2026-11-21T10:60',
    '2026-11-21T10',
    '2026-11-21T10:00:00+99:00',
    '0000-01-01',
    'today',
    'now+1d',
    'now-1',
    'now-d',
    'now-1d/d',
    'now-1d-1h',
    'now - 1d',
    'now-1D',
    'now--1d',
    'now-1.5d',
    'NOW',
    ' now',
    '1700000000',
  ];
  for (const written of refused) {
    it(`refuses ${JSON.stringify(written)}`, () => assert.equal(parseDate(written), undefined));
  }

  it('cannot be relative for a document', () => assert.equal(parseFixedDate('now-1d'), undefined));

  it('covers its whole day as an end', () => {
    assert.equal(endsBeforeMs(parsed('2026-11-21'), new Date()), Date.parse('2026-11-22'));
  });

  it('covers its own millisecond as an end', () => {
    assert.equal(endsBeforeMs(parsed('2026-11-21T10:00Z'), new Date()), Date.parse('2026-11-21T10:00:00.001Z'));
  });
});

describe('a range of dates', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const range = (from: string | undefined, to: string | undefined) =>
    resolveDateRange(
      { from: from === undefined ? undefined : parsed(from), to: to === undefined ? undefined : parsed(to) },
      now,
    );

  it('may be a single day', () => {
    assert.deepEqual(range('2026-11-21', '2026-11-21'), {
      fromMs: Date.parse('2026-11-21'),
      beforeMs: Date.parse('2026-11-22'),
    });
  });
  it('may be open on both sides', () => {
    assert.deepEqual(range(undefined, undefined), { fromMs: undefined, beforeMs: undefined });
  });
  for (const [from, to] of [
    ['2026-11-22', '2026-11-21'],
    ['now', 'now-1s'],
    ['now', '2026-11-20'],
    ['2026-11-21T10:00:01Z', 'now'],
  ] as const) {
    it(`is rejected from ${from} to ${to}`, () =>
      assert.throws(() => range(from, to), { code: 'INVALID_REQUEST', param: 'from_date' }));
  }
  it('is rejected if the calendar has no such year', () => {
    assert.throws(() => range('now-9999y', undefined), { code: 'INVALID_REQUEST', param: 'from_date' });
  });
});
