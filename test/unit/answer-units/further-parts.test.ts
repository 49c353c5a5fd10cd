import assert from 'node:assert/strict';
import { askedOf } from '../../../services/answer-units/asked.ts';
import { exampleParts } from '../../../services/answer-units/further-parts.ts';

const CODE = '```sh\npond drain --slowly\n```';
const TEXT = [
  '# pond',
  '## Synopsis',
  '```\npond drain [ --slowly ] [ --to POND ]\n```',
  '## Examples',
  `To drain a pond without harm to the carp:\n\n${CODE}`,
  'To feed the heron:\n\n```sh\nheron feed\n```',
].join('\n\n');
const part = (markdown: string) => ({ markdown, path: [], score: 1 });
const examples = (question: string, parts = [part('A pond holds water.')]) =>
  exampleParts(
    askedOf(question, () => 0.5),
    { title: 'Pond', text: TEXT, parts },
  );

describe('the examples of a document', () => {
  it('are code with the paragraph before it, where they share words with a question for instructions', () => {
    const [first, ...others] = examples('How do I drain a pond?');
    assert.equal(first?.markdown, `To drain a pond without harm to the carp:\n\n${CODE}`);
    assert.deepEqual(first.path, ['Examples']);
    assert.deepEqual(others, []);
  });

  it('are not read for other questions, nor where a passage shows them already', () => {
    assert.deepEqual(examples('How deep is the pond?'), []);
    assert.deepEqual(examples('How do I drain a pond?', [part(`So:\n\n${CODE}`)]), []);
  });
});
