import assert from 'node:assert/strict';
import { labelAlternatives, labelFilterOf, labelsOf } from '../../../services/query/labels.ts';
import type { GivenCondition } from '../../../entities/documents/document.ts';
import { seeded } from '../../support/random.ts';

type Value = string | number | boolean;

const finds = (value: Value | undefined, condition: GivenCondition): boolean => {
  const labels = new Set(labelsOf({ collection: undefined, metadata: value === undefined ? {} : { key: value } }));
  const filter = labelFilterOf({ metadata: { key: condition } });
  assert.ok(filter, JSON.stringify(condition));
  return labelAlternatives(filter).every((alternatives) => alternatives.some((label) => labels.has(label)));
};

describe('labels of documents', () => {
  it('find equal values of the same type', () => {
    for (const [value, condition, isFound] of [
      ['people', 'people', true],
      ['people', 'People', false],
      ['people', ['sales', 'people'], true],
      ['people', ['sales'], false],
      [7, 7, true],
      [7, '7', false],
      ['7', 7, false],
      [0, -0, true],
      [0.1, 0.1, true],
      [true, true, true],
      [true, 'true', false],
      [false, [true, false], true],
      ['a:b', 'a', false],
      [undefined, 'people', false],
    ] as Array<[Value | undefined, GivenCondition, boolean]>)
      assert.equal(finds(value, condition), isFound, `${JSON.stringify(value)} by ${JSON.stringify(condition)}`);
  });

  it('find dates in ranges of days and moments, whose bounds are included', () => {
    for (const [value, from, to, isFound] of [
      ['2026-03-01', '2026-03-01', '2026-03-01', true],
      ['2026-03-01T23:59:59Z', '2026-03-01', '2026-03-01', true],
      ['2026-03-02', undefined, '2026-03-01', false],
      ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00Z', undefined, true],
      ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:01Z', undefined, false],
      ['1969-07-20', '1960-01-01', '1970-01-01', true],
      ['not a date', '1960-01-01', undefined, false],
      [20_260_301, '1960-01-01', undefined, false],
      ['2026-03-01', '2026-03-02', '2026-03-01', false],
    ] as Array<[Value, string | undefined, string | undefined, boolean]>)
      assert.equal(finds(value, { from, to }), isFound, `${value} in ${from} to ${to}`);
  });

  it('find numbers in ranges exactly as comparisons do', () => {
    const random = seeded(26);
    const number = () => {
      const sign = random() < 0.5 ? -1 : 1;
      if (random() < 0.3) return sign * Math.floor(random() * 20);
      return sign * random() * 10 ** Math.floor(random() * 30 - 10);
    };
    for (let round = 0; round < 3_000; round += 1) {
      const [value, one, other] = [number(), number(), random() < 0.3 ? undefined : number()];
      const range = random() < 0.5 ? { from: one, to: other } : { from: other, to: one };
      const isFound = value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity);
      assert.equal(finds(value, range), isFound, `${value} in ${JSON.stringify(range)}`);
    }
    for (const extreme of [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 0])
      assert.ok(finds(extreme, { from: extreme, to: extreme }) && finds(extreme, { from: -Number.MAX_VALUE }));
  });

  it('ask for a few hundred labels at most', () => {
    const filter = labelFilterOf({ metadata: { key: { from: -123_456.789, to: 98_765.432_1 } } });
    assert.ok(filter);
    const [labels = []] = labelAlternatives(filter);
    assert.ok(labels.length <= 480, String(labels.length));
  });

  it('have one condition for all collections, and one for each name', () => {
    const filter = labelFilterOf({ collections: ['b', 'a', 'b'], metadata: { year: 2026, draft: false } });
    assert.ok(filter);
    assert.deepEqual(labelAlternatives(filter), [
      ['collection:a', 'collection:b'],
      ['number=year:2026'],
      ['boolean=draft:false'],
    ]);
    assert.equal(labelFilterOf({ collections: [], metadata: {} }), undefined);
    for (const range of [{}, { from: 'soon' }, { from: 1, to: '2026-01-01' }, { from: null, to: null }])
      assert.equal(labelFilterOf({ metadata: { key: range } }), undefined, JSON.stringify(range));
  });
});
