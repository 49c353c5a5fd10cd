import assert from 'node:assert/strict';
import { declaredDate } from '../../../services/dates/declared-date.ts';

describe('a declared date', () => {
  const dates: Array<[text: string, date: string | undefined]> = [
    ['2024-03-05', '2024-03-05'],
    ['2024-03-05T23:30:00Z', '2024-03-05T23:30:00.000Z'],
    ['2024-03-05 23:30:00 +0100', '2024-03-05T22:30:00.000Z'],
    ['2024-03-05T23:30:00', '2024-03-05'],
    ['2024/3/5', '2024-03-05'],
    ['March 5, 2024', '2024-03-05'],
    ['5 Mar 2024 23:30', '2024-03-05'],
    ['Tue, 05 Mar 2024 10:00:00 GMT', '2024-03-05T10:00:00.000Z'],
    ['0001-01-01', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [text, date] of dates) {
    it(`reads ${JSON.stringify(text)} as ${date}`, () => assert.equal(declaredDate(text), date));
  }
});
