import assert from 'node:assert/strict';
import { checkCadence } from '../../../services/core/cadence.ts';

describe('a cadence', () => {
  const good: Array<[string, number]> = [
    ['3600', 3_600],
    ['3600s', 3_600],
    ['3601s', 3_601],
    ['60m', 3_600],
    ['90m', 5_400],
    ['1h', 3_600],
    ['24h', 86_400],
    ['1d', 86_400],
    ['366d', 31_622_400],
    ['1w', 604_800],
    ['52w', 31_449_600],
    ['31622400', 31_622_400],
    ['8784h', 31_622_400],
  ];
  for (const [cadence, seconds] of good) {
    it(`${cadence} is ${seconds} seconds`, () => assert.deepEqual(checkCadence(cadence), { status: 'ok', seconds }));
  }

  const bad: Array<[string, RegExp]> = [
    ['3599', /at least 1 hour/],
    ['3599s', /at least 1 hour/],
    ['59m', /at least 1 hour/],
    ['1', /at least 1 hour/],
    ['31622401', /at most 366 days/],
    ['367d', /at most 366 days/],
    ['53w', /at most 366 days/],
    ['8785h', /at most 366 days/],
    ['9'.repeat(400), /at most 366 days/],
    ['', /count and one unit/],
    ['h', /count and one unit/],
    ['0', /count and one unit/],
    ['0h', /count and one unit/],
    ['01h', /count and one unit/],
    ['+1h', /count and one unit/],
    ['-1h', /count and one unit/],
    ['1.5h', /count and one unit/],
    ['1e4', /count and one unit/],
    ['1H', /count and one unit/],
    ['1h30m', /count and one unit/],
    ['1 h', /count and one unit/],
    [' 1h', /count and one unit/],
    ['1h\n', /count and one unit/],
    ['1M', /count and one unit/],
    ['1y', /count and one unit/],
    ['１h', /count and one unit/],
  ];
  for (const [cadence, message] of bad) {
    it(`${JSON.stringify(cadence.slice(0, 20))} is rejected: ${message.source}`, () => {
      const check = checkCadence(cadence);
      assert.equal(check.status, 'error');
      assert.match(check.status === 'error' ? check.message : '', message);
    });
  }
});
