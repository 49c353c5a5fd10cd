import assert from 'node:assert/strict';
import { namesIn } from '../../../services/text/names.ts';
import { numbersIn } from '../../../services/text/numbers.ts';
import { datesIn } from '../../../services/dates/dates-in-text.ts';
import { supports } from '../../../services/grounding/grounding.ts';

const SOURCE = `The Harbour Bridge was opened on 19 March 1932 by Jack Lang. It took eight years to build and employed 1,400 men.
The bridge carries 160,435 vehicles a day. Maintenance costs $5.5 million a year. The bridge was not damaged in the storm.
Dr. Mary Lane of Sydney University studied its rivets. Tolls rose by 12% in 2009.`;

describe('grounding', () => {
  const supported = [
    'The Harbour Bridge was opened on 19 March 1932 by Jack Lang.',
    'The Harbour Bridge was opened on March 19, 1932.',
    'The Harbour Bridge was opened on 1932-03-19 by Jack Lang.',
    'It employed 1400 men.',
    'The bridge carries 160,435 vehicles a day.',
    'Maintenance costs $5.5 million a year.',
    'The bridge was not damaged in the storm.',
    'Mary Lane of Sydney University studied the rivets.',
    'In 2009 tolls rose by 12%.',
    'The bridge was opened by Jack Lang, and building it took eight years.',
  ];
  for (const sentence of supported) {
    it(`supports: ${sentence}`, () => assert.equal(supports(sentence, SOURCE), true));
  }

  const unsupported: Array<[why: string, sentence: string]> = [
    ['another year', 'The Harbour Bridge was opened on 19 March 1933 by Jack Lang.'],
    ['another day', 'The Harbour Bridge was opened on 18 March 1932 by Jack Lang.'],
    ['another month', 'The Harbour Bridge was opened on 19 May 1932 by Jack Lang.'],
    ['another number', 'The bridge carries 160,436 vehicles a day.'],
    ['another decimal', 'Maintenance costs $55 million a year.'],
    ['a number from nowhere', 'The bridge carries 160,435 vehicles a day in 4 lanes.'],
    ['another person', 'The Harbour Bridge was opened on 19 March 1932 by Jack Hart.'],
    ['a name made of two', 'The bridge was opened by Mary Lang on 19 March 1932.'],
    ['another place', 'Mary Lane of Perth University studied its rivets.'],
    ['a denial dropped', 'The bridge was damaged in the storm.'],
    ['a denial added', 'The Harbour Bridge was not opened on 19 March 1932 by Jack Lang.'],
    ['another topic', 'Ferries cross the water each morning.'],
    ['mostly invention', 'The bridge delights photographers, painters and poets.'],
    ['words from far apart', 'Jack Lang studied its rivets.'],
    ['no word at all', '…'],
  ];
  for (const [why, sentence] of unsupported) {
    it(`does not support ${why}: ${sentence}`, () => assert.equal(supports(sentence, SOURCE), false));
  }

  it('supports nothing from an empty source', () => assert.equal(supports('It rains.', ''), false));
});

describe('the facts of a text', () => {
  it('include numbers in a normalized notation', () => {
    assert.deepEqual([...numbersIn('1,000.50 and 007, 3-4 or 12%, v2, $5')], ['1000.5', '7', '3', '4', '12', '5']);
  });
  it('include dates in a normalized notation', () => {
    const dates = datesIn('3 Feb. 2024, February 4th, 2024, 5th of february 2024, 2024-02-06, Sept 7 2024, May 2024');
    assert.deepEqual([...dates].sort(), ['2024-02-03', '2024-02-04', '2024-02-05', '2024-02-06', '2024-09-07']);
  });
  it('include names, except for a capital by position', () => {
    assert.deepEqual(namesIn('However Marie Curie met the King of Spain in Paris.'), [
      ['however', 'marie', 'curie'],
      ['king', 'of', 'spain'],
      ['paris'],
    ]);
    assert.deepEqual(namesIn('Rain fell.'), []);
  });
});
