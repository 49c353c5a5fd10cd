import assert from 'node:assert/strict';
import { citeWritten } from '../../../services/grounding/model-text/cite-unit.ts';
import { supports } from '../../../services/grounding/grounding.ts';

const PASSAGE =
  'The city council of Hamburg approved a plan to rebuild the old harbour on Tuesday. The project will cost 240 million euros and create about 3,500 jobs, according to Mayor Peter Klein.';
const COST = 'the project will cost 240 million euros';
const source = (name: string, title: string) => ({ url: 'https://a.example/', name, title, passages: [PASSAGE] });
const NEWS = source('A Example', 'Works in the north begin');
const cited = (text: string, of = NEWS) => citeWritten({ lead: '', text, kind: 'sentence' }, [of]);

describe('the opening of a sentence', () => {
  for (const opening of [
    'In short,',
    'In total,',
    'In addition,',
    'Furthermore,',
    'As a result,',
    'Importantly,',
    'By contrast,',
    'Key finding:',
    '**Conclusion:**',
    '**In summary**,',
  ]) {
    it(`is not part of the claim: ${opening}`, () => assert.equal(supports(`${opening} ${COST}.`, PASSAGE), true));
  }

  const others = [
    'In addition, the project will cost 250 million euros.',
    'In addition, Italy approved a plan to rebuild the old harbour.',
    'In addition to Bremen, the city council of Hamburg approved a plan to rebuild the old harbour.',
    `Allegedly not, ${COST}.`,
    'In short supply of wizards and dragons, the city council approved a plan.',
    'Furthermore,',
    'Conclusion:',
  ];
  for (const sentence of others) {
    it(`does not hide an unsupported claim: ${sentence}`, () => assert.equal(supports(sentence, PASSAGE), false));
  }

  const own: Array<[what: string, written: string, expected: string]> = [
    [
      'its name',
      `According to A Example, ${COST} [1].`,
      `According to A Example, ${COST} ([A Example](https://a.example/)).`,
    ],
    [
      'its name as what says it',
      `A Example reports that ${COST} [1].`,
      `A Example reports that ${COST} ([A Example](https://a.example/)).`,
    ],
    [
      'its name with a marker in parentheses',
      `According to A Example ([1]), ${COST}.`,
      `According to A Example ([A Example](https://a.example/)), ${COST}.`,
    ],
    ['its marker alone', `As reported by [1], ${COST}.`, `As reported by ([A Example](https://a.example/)), ${COST}.`],
    [
      'its title in quotation marks',
      `According to “Works in the north begin”, ${COST} [1].`,
      `According to “Works in the north begin”, ${COST} ([A Example](https://a.example/)).`,
    ],
    [
      'its name behind another opening',
      `In addition, the A Example states that ${COST} [1].`,
      `In addition, the A Example states that ${COST} ([A Example](https://a.example/)).`,
    ],
  ];
  for (const [what, written, expected] of own) {
    it(`may be the source: ${what}`, () => assert.deepEqual(cited(written), { text: expected, isGrounded: true }));
  }

  const COUNCIL = 'the city council approved a plan to rebuild the old harbour';
  const foreign: Array<[what: string, written: string, of?: typeof NEWS]> = [
    ['somebody else', `According to NASA, ${COST} [1].`],
    ['somebody else as who says it', `B Example reports that ${COST} [1].`],
    ['somebody else beside the source', `According to NASA, A Example reports that ${COST} [1].`],
    ['whom a page is about', `According to Paul Gross, ${COUNCIL} [1].`, source('A Example', 'Paul Gross')],
    ['no name at all', `According to NASA, ${COST} [1].`, source('', '')],
    [
      'the source, with what it does not say',
      'According to A Example, Italy approved a plan to rebuild the old harbour [1].',
    ],
    ['the source, with another quotation', `According to A Example, ${COST} "and not one cent more" [1].`],
  ];
  for (const [what, written, of] of foreign) {
    it(`is not ignored if it names ${what}`, () => assert.equal(cited(written, of).isGrounded, false));
  }
});
