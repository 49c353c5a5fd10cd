import assert from 'node:assert/strict';
import { decompose } from '../../../../services/research/questions/decompose.ts';

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
      'What is the default of tide_level?',
      'What about the maximum of tide_level?',
    ],
    [
      'How does autolock decide which boats to admit, and how can I tune it?',
      'How does autolock decide which boats to admit',
      'How can I tune autolock?',
    ],
    [
      'How does Tidewatch manage gauges, and how do I create one?',
      'How does Tidewatch manage gauges',
      'How do I create Tidewatch gauges?',
    ],
    [
      'How does Tidewatch decide what is a flood, and can I change the threshold?',
      'How does Tidewatch decide what is a flood',
      'Can I change the threshold (Tidewatch decide what is a flood)?',
    ],
    [
      'How do I seal pumps and repair a broken sluice?',
      'How do I seal pumps',
      'How do I repair a broken sluice (pumps)?',
    ],
    ['How do I open a lock and drain it?', 'How do I open a lock and drain it?'],
    ['What is TIDEux and how does it compare with a weir?', 'What is TIDEux', 'How does TIDEux compare with a weir?'],
    [
      'How do I build a tide mill, and which permits does it need?',
      'How do I build a tide mill',
      'Which permits does a tide mill need?',
    ],
    [
      'What is the tidelog, and how long are entries kept?',
      'What is the tidelog',
      'How long are entries kept (tidelog)?',
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
    [
      'What are the tide gates, and which floods does each stop?',
      'What are the tide gates',
      'Which floods does each of the tide gates stop?',
    ],
    [
      'What kinds of locks does the harbour have, and when is each one closed?',
      'What kinds of locks does the harbour have',
      'When is each of the locks closed?',
    ],
    [
      'How do tide gates work, and what are their limits and costs?',
      'How do tide gates work',
      'What are the limits and costs of tide gates?',
    ],
    [
      'What are tide gates, and which of them can be closed by hand?',
      'What are tide gates',
      'Which of the tide gates can be closed by hand?',
    ],
    ['Compare brass and copper', 'Compare brass and copper', 'What is brass?', 'What is copper?'],
    [
      'How does brass differ from copper, and when should each be used?',
      'How does brass differ from copper',
      'What is brass',
      'What is copper',
      'When should brass be used?',
    ],
    [
      'Compare oak, elm and pine beams by weight and price. Give a table.',
      'Oak beams weight',
      'Oak beams price',
      'Elm beams weight',
      'Elm beams price',
      'Pine beams weight',
      'Pine beams price',
    ],
    [
      'How do I set up a weir, which tools are needed, and how is its level measured?',
      'How do I set up a weir',
      'Which tools are needed for a weir?',
      "How is a weir's level measured?",
    ],
    [
      'What is a weir, when should it be opened, and what does it hold?',
      'What is a weir',
      'When should a weir be opened',
      'What does a weir hold?',
    ],
    ['Compare oak and elm by weight and price', 'Oak weight', 'Oak price', 'Elm weight', 'Elm price'],
    [
      'Which stone does a mason use and which does a roofer use?',
      'Which stone does a mason use',
      'Which stone does a roofer use',
    ],
    [
      'What are the pros and cons of slate roofs? Answer in five bullets.',
      'What are the advantages of slate roofs',
      'What are the disadvantages of slate roofs',
    ],
    [
      'How long does it take to paint a boat, and is it safe to sail it?',
      'How long does it take to paint a boat',
      'Is it safe to sail a boat?',
    ],
    ['How old is the mole? Please write a short report with sources.', 'How old is the mole?'],
    ['Wie alt ist die Mole und wann wurde sie gebaut?', 'Wie alt ist die Mole und wann wurde sie gebaut?'],
    ['Give a table.', 'Give a table.'],
    [
      'We run Kelmar Lock 3 and keep finding cracks in gates. What do they cost, and which tools close them? Please give the result as a table.',
      'What do cracks in gates cost',
      'Which tools close cracks in gates?',
    ],
    [
      'How does a weir work in Kelmar, which rules control it, and why is too low a level harmful?',
      'How does a weir work in Kelmar',
      'Which rules control a weir of Kelmar',
      'Why is too low a level harmful (a weir of Kelmar)?',
    ],
    [
      'How are tide gates built, what moves them, and who may open a small one?',
      'How are tide gates built',
      'What moves tide gates',
      'Who may open a small one (tide gates)?',
    ],
    [
      'Compare oak, elm and pine beams in Kelmar: what does each weigh, and can they be combined?',
      'Compare oak, elm and pine beams in Kelmar',
      'What do oak beams in Kelmar weigh',
      'What do elm beams in Kelmar weigh',
      'What do pine beams in Kelmar weigh',
      'Can oak beams in Kelmar, elm beams in Kelmar and pine beams in Kelmar be combined?',
    ],
    [
      'Which gates of Kelmar can close, and which of them are safe in a storm?',
      'Which gates of Kelmar can close',
      'Which gates of Kelmar are safe in a storm?',
    ],
    [
      'What happens when the sea rises too fast, how do tide gates prevent that, and what do they cost?',
      'What happens when the sea rises too fast',
      'How do tide gates prevent that (the sea rises too fast)?',
      'What do tide gates cost?',
    ],
    [
      'What has a mason to do in winter, and what must my roof have when it leaks?',
      'What has a mason to do in winter',
      'What must my roof have when it leaks?',
    ],
    [
      "Explain how Kelmar's harbour tax works: how I can pay it, and when is it raised?",
      "Explain how Kelmar's harbour tax works",
      "How I can pay Kelmar's harbour tax",
      "When is Kelmar's harbour tax raised?",
    ],
    [
      'What is a sunken gate, how do I raise it, and can I raise it without closing the lock?',
      'What is a sunken gate',
      'How do I raise a sunken gate',
      'Can I raise a sunken gate without closing the lock?',
    ],
    [
      'How do I raise a sunken gate? And how long is that possible?',
      'How do I raise a sunken gate?',
      'How long is that possible (raise a sunken gate)?',
    ],
    [
      'How do I drain a lock with pumps, and how do I do it in winter?',
      'How do I drain a lock with pumps',
      'How do I drain a lock with pumps in winter?',
    ],
    [
      'How do I drain a lock with pumps? What are the risks?',
      'How do I drain a lock with pumps?',
      'What are the risks (drain a lock with pumps)?',
    ],
    [
      'When would I choose oak over elm, and can they be combined?',
      'When would I choose oak over elm',
      'Can oak and elm be combined?',
    ],
    [
      'Does Kelmar have tide tables? How do I read them?',
      'Does Kelmar have tide tables?',
      'How do I read tide tables in Kelmar?',
    ],
    [
      'What is a tide table, how do I print one for another harbour, and what is left out?',
      'What is a tide table',
      'How do I print one for another harbour (tide table)?',
      'What is left out (tide table)?',
    ],
    [
      'What is the price of a berth, and who sells it in Kelmar?',
      'What is the price of a berth',
      'Who sells a berth in Kelmar?',
    ],
    [
      'What is the tide log, and how is it different from the harbour log?',
      'What is the tide log',
      'How is the tide log different from the harbour log',
      'What does tide log do',
      'What does harbour log do',
    ],
    [
      'What is BRINE, what does tide_level control, and who sets it?',
      'What is BRINE',
      'What does tide_level control',
      'Who sets tide_level?',
    ],
    ['Which pumps are there? What is a weir?', 'Which pumps are there?', 'What is a weir?'],
    ['How do I open a weir? Briefly.', 'How do I open a weir?'],
  ];
  for (const [text, ...questions] of cases)
    it(`keep their subject and leave out the form: ${text}`, () => assert.deepEqual(decompose(text), questions));
});
