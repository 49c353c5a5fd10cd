import assert from 'node:assert/strict';
import { namesByRelation } from '../../../services/query/names-by-relation.ts';

describe('a question that names its subject by a relation', () => {
  const cases: Array<[boolean, string]> = [
    [true, 'Who is the mayor of the town where Ada Brenn was born?'],
    [true, "Who is the spouse of Ada Brenn's teacher?"],
    [true, 'Which currency has the country Brenn is from?'],
    [true, 'What did the company that built the Kelmar lighthouse sell?'],
    [false, 'Who built the Kelmar lighthouse?'],
    [false, 'Where is the lamp that was lit first?'],
    [false, 'What is the default of lamp_height?'],
    [false, 'How do I light a lamp?'],
  ];
  for (const [expected, question] of cases)
    it(`${expected ? 'is' : 'is not'}: ${question}`, () => assert.equal(namesByRelation(question), expected));
});
