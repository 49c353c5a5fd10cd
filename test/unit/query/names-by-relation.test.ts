import assert from 'node:assert/strict';
import { namesByRelation } from '../../../services/query/names-by-relation.ts';

describe('a question that names its subject by a relation', () => {
  const cases: Array<[boolean, string]> = [
    [true, 'Who is the mayor of the town where Ada Brenn was born?'],
    [true, "Who is the spouse of Ada Brenn's teacher?"],
    [true, 'Which currency has the country Brenn is from?'],
    [true, 'What did the company that built the Kelmar lighthouse sell?'],
    [true, 'When did the teacher of Ada Brenn paint The Kelmar Mole?'],
    [true, 'Which person is from the same town as Ada Brenn?'],
    [false, 'Who is the teacher of Ada Brenn?'],
    [false, 'How do I ask the mayor of the town where Ada Brenn was born?'],
    [false, 'Which lamps can I light that Ada Brenn sells?'],
    [false, 'What kinds of lamps do lighthouses of Kelmar have?'],
    [false, "What's new in Kelmar in 1925"],
    [false, 'When do lamps of brass break (lighthouses of Ada Brenn in Kelmar)?'],
    [false, 'Who built the Kelmar lighthouse?'],
    [false, 'Where is the lamp that was lit first?'],
    [false, 'What is the default of lamp_height?'],
    [false, 'How do I light a lamp?'],
  ];
  for (const [expected, question] of cases)
    it(`${expected ? 'is' : 'is not'}: ${question}`, () => assert.equal(namesByRelation(question), expected));
});
