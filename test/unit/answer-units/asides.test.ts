import assert from 'node:assert/strict';
import { isAside } from '../../../services/answer-units/asides.ts';
import { askedOf } from '../../../services/answer-units/asked.ts';
import { placeOf } from '../../../services/answer-units/place.ts';

const isAsideFor = (question: string, title: string, ...path: string[]) =>
  isAside(
    askedOf(question, () => 1),
    placeOf({ markdown: 'The tide_gate setting bounds the tide.', path, score: 1 }, title, 0),
  );

describe('a place that seldom answers', () => {
  const question = 'What does the tide_gate setting do?';

  for (const title of ['E.1. Release 15.20', 'Harbour 4 release notes', 'Changelog', 'What’s New in Harbour 4'])
    it(`is in release notes: ${title}`, () => assert.equal(isAsideFor(question, title), true));

  it('is below a heading such as See also', () => assert.equal(isAsideFor(question, 'Tides', 'SEE ALSO'), true));

  for (const title of ['Settings', 'Releasing a lock', 'RELEASE SAVEPOINT'])
    it(`is not in another page: ${title}`, () => assert.equal(isAsideFor(question, title), false));

  for (const asked of ['What is new in release 15.20?', 'When was tide_gate added?', 'Was tide_gate changed?'])
    it(`answers a question for changes: ${asked}`, () => assert.equal(isAsideFor(asked, 'Release 15.20'), false));
});
