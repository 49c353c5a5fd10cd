import assert from 'node:assert/strict';
import { comparedSides } from '../../../services/query/compared-sides.ts';

describe('a question about two things', () => {
  const compared: Array<[question: string, one: string, other: string]> = [
    ['What is the difference between a weir and a dam?', 'what is weir', 'what is dam'],
    ['difference between pump and pump --slow', 'what does pump do', 'what does pump --slow do'],
    ['default of low_water and default of high_water', 'default of low_water', 'default of high_water'],
    [
      'What is the default of low_water, and of tide?',
      'What is the default of low_water',
      'What is the default of tide',
    ],
    [
      'Which tool does a mason use and which does a roofer use?',
      'Which tool does a mason use',
      'Which tool does a roofer use',
    ],
    [
      'What do floor() and ceil() each return for a half?',
      'What does floor() return for a half',
      'What does ceil() return for a half',
    ],
    [
      'pump drain --fast vs --slow: what happens to the pond',
      'pump drain --fast what happens to the pond',
      'pump drain --slow what happens to the pond',
    ],
    ['one-way vs two-way valve', 'what does one-way valve do', 'what does two-way valve do'],
    [
      'Level 1 vs level 2 what happens when a pump fails',
      'Level 1 what happens when a pump fails',
      'level 2 what happens when a pump fails',
    ],
    ['compare brass with copper for pipes', 'brass for pipes', 'copper for pipes'],
    ['brass versus copper weight and price', 'brass weight and price', 'copper weight and price'],
    ['How does brass differ from copper?', 'what is brass', 'what is copper'],
    ['How do brass and copper differ in price?', 'brass price', 'copper price'],
  ];
  for (const [question, ...sides] of compared)
    it(`has two sides: ${question}`, () => assert.deepEqual(comparedSides(question), sides));

  const single = [
    'What are the pros and cons of copper?',
    'search and replace in files',
    'Who dug the pond and when was it filled?',
    'What month is the kings vs ducks game?',
    'default depth of ponds that are fenced and of those that are not',
    'What is the problem with copper compared to other metals?',
    'How deep is the pond?',
    'The author has a pump and what?',
    '',
  ];
  for (const question of single)
    it(`has no sides: ${question}`, () => assert.equal(comparedSides(question), undefined));
});
