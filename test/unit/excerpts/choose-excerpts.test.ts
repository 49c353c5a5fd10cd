import assert from 'node:assert/strict';
import { askedOf } from '../../../services/answer-units/asked.ts';
import { asksToExplain } from '../../../services/excerpts/asks-to-explain.ts';
import { saysAspect } from '../../../services/answer-units/aspects.ts';
import { chooseExcerpts } from '../../../services/excerpts/choose-excerpts.ts';
import { rankExcerpts } from '../../../services/excerpts/rank-excerpts.ts';

const RARE = () => 1;
const explains = (question: string) => asksToExplain(question, askedOf(question, RARE).kind);

describe('a question that wants something explained', () => {
  for (const question of [
    'How does a weir work?',
    'What is a tide gate?',
    'How do I drain a lock?',
    'When should a weir be opened?',
    'Explain the difference between a weir and a dam',
    'Which kinds of gates are there?',
  ])
    it(`is ${question}`, () => assert.equal(explains(question), true));

  for (const question of [
    'What is the default of tide_level?',
    'How many gates does the weir have?',
    'Is the weir open in winter?',
    'In what city was Ada Brenn born?',
    'Who built the mole?',
    'What is the capital of the country where Ada Brenn was born?',
  ])
    it(`is not ${question}`, () => assert.equal(explains(question), false));
});

describe('what a question wants to know of its subject', () => {
  it('is looked for in the words of a text', () => {
    assert.equal(saysAspect('What are the drawbacks of weirs?', 'A weir cannot hold a flood back.'), true);
    assert.equal(saysAspect('What are the drawbacks of weirs?', 'A weir is made of stone.'), false);
    assert.equal(saysAspect('What is a weir?', 'A weir is made of stone.'), undefined);
  });
});

describe('the excerpts that explain', () => {
  const source = (title: string, markdown: string, score: number) => ({
    title,
    url: `https://a.example/${title}`,
    parts: [{ markdown, path: [title], score }],
  });
  const sources = [
    source('Weirs', 'A weir is a low wall across a river that holds its water back. Its gate lets the water pass.', 1),
    source('Cheese', 'Cheese is made of milk, and some of it is kept in caves for years.', 0.4),
  ];

  it('are of the passages that may answer, best first', async () => {
    const ranked = await rankExcerpts(askedOf('What is a weir?', RARE), sources, undefined);
    assert.deepEqual(
      chooseExcerpts(ranked, { least: 0.45, most: 2 }).map(({ source: { title } }) => title),
      ['Weirs'],
    );
  });

  it('are none where nothing is about the subject', async () => {
    const ranked = await rankExcerpts(askedOf('How do glaciers carve valleys?', RARE), sources, undefined);
    assert.deepEqual(chooseExcerpts(ranked, { least: 0.45, most: 2 }), []);
  });

  it('go on where the best one is short', async () => {
    const weirs = source('Weirs', 'A weir holds the water back.\n\nThe keeper opens its gate when the river rises.', 1);
    const asked = askedOf('How does a weir work?', RARE);
    const chosen = chooseExcerpts(await rankExcerpts(asked, [weirs], undefined), { least: 0, most: 1 });
    assert.deepEqual(
      chosen.map(({ excerpt }) => excerpt.text),
      ['A weir holds the water back.', 'The keeper opens its gate when the river rises.'],
    );
  });
});
