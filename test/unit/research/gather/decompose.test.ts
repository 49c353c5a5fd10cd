import assert from 'node:assert/strict';
import { decompose } from '../../../../services/research/gather/decompose.ts';

describe('the questions of a text', () => {
  const cases: Array<[text: string, ...questions: string[]]> = [
    [
      'Who built the mole? How long is it, and when was it finished?',
      'Who built the mole?',
      'How long is the mole',
      'When was the mole finished?',
    ],
    [
      'What is tide_level and what is its default? What about the maximum?',
      'What is tide_level',
      "What is tide_level's default?",
      'What about the maximum of tide_level?',
    ],
    ['What did Ada Brenn invent and where was she born?', 'What did Ada Brenn invent', 'Where was Ada Brenn born?'],
    [
      'Which piers does Kelmar have; how can I close them',
      'Which piers does Kelmar have',
      'How can I close piers of Kelmar',
    ],
    [
      'Was the harbour tax in Kelmar raised in 1887, and what may a berth cost there?',
      'Was the harbour tax in Kelmar raised in 1887',
      'What may a berth cost in Kelmar?',
    ],
    [
      'What are locks in canals and when should each be used?',
      'What are locks in canals',
      'When should locks in canals be used?',
    ],
    ['Compare brass and copper', 'Compare brass and copper', 'What does brass do?', 'What does copper do?'],
    [
      'How does brass differ from copper, and when should each be used?',
      'How does brass differ from copper',
      'What does brass do',
      'What does copper do',
      'When should brass be used?',
    ],
    [
      'Compare oak, elm and pine beams by weight and price. Give a table.',
      'Compare oak, elm and pine beams by weight and price',
      'Oak beams weight and price',
      'Elm beams weight and price',
      'Pine beams weight and price',
    ],
    ['Compare oak and elm by weight and price', 'Oak weight', 'Elm weight', 'Oak price', 'Elm price'],
    [
      'Which stone does a mason use and which does a roofer use?',
      'Which stone does a mason use',
      'Which stone does a roofer use',
    ],
    [
      'What are the pros and cons of slate roofs? Answer in five bullets.',
      'What are the pros of slate roofs',
      'What are the cons of slate roofs',
    ],
    [
      'How long does it take to paint a boat, and is it safe to sail it?',
      'How long does it take to paint a boat',
      'Is it safe to sail a boat?',
    ],
    ['How old is the mole? Please write a short report with sources.', 'How old is the mole?'],
    ['Wie alt ist die Mole und wann wurde sie gebaut?', 'Wie alt ist die Mole und wann wurde sie gebaut?'],
    ['Give a table.', 'Give a table.'],
  ];
  for (const [text, ...questions] of cases)
    it(`keep their subject and leave out the form: ${text}`, () => assert.deepEqual(decompose(text), questions));
});
