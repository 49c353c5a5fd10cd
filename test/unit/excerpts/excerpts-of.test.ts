import assert from 'node:assert/strict';
import { excerptsOf } from '../../../services/excerpts/excerpts-of.ts';
import { isComplete } from '../../../services/excerpts/is-complete.ts';

const texts = (markdown: string) => excerptsOf(markdown).map(({ text }) => text);
const complete = (markdown: string) =>
  excerptsOf(markdown)
    .filter(isComplete)
    .map(({ text }) => text);

describe('the excerpts of a passage', () => {
  it('are whole paragraphs', () => {
    assert.deepEqual(texts('A weir holds water back. It has a gate.\n\nA lock lifts boats over it.'), [
      'A weir holds water back. It has a gate.',
      'A lock lifts boats over it.',
    ]);
  });

  it('cut a long paragraph at a sentence', () => {
    const sentence = 'The keeper of the weir opens the gate in the morning and closes it again at night.';
    const parts = excerptsOf(Array.from({ length: 10 }, () => sentence).join(' '));
    assert.deepEqual(
      parts.map(({ beginsBlock }) => beginsBlock),
      [true, false, false],
    );
    for (const { text } of parts) assert.match(text, /^The keeper .* night\.$/);
  });

  it('give the first sentence of each item of a long list', () => {
    const item = (name: string) => `- The ${name} gate lets the water pass. ${'It was built long ago. '.repeat(20)}`;
    const [list, ...others] = excerptsOf(
      `Three gates are known:\n\n${['upper', 'lower', 'tide'].map(item).join('\n')}`,
    );
    assert.deepEqual(list?.units[0]?.lines, [
      ['The upper gate lets the water pass.'],
      ['The lower gate lets the water pass.'],
      ['The tide gate lets the water pass.'],
    ]);
    assert.equal(others.length, 0);
  });

  it('keep a list and code with the sentence that introduces them', () => {
    const [opened, ...others] = excerptsOf('The weir is old. It has two gates:\n\n- the upper gate\n- the lower gate');
    assert.deepEqual(
      opened?.units.map(({ kind, lead }) => [kind, lead]),
      [
        ['paragraph', undefined],
        ['list', 'It has two gates:'],
      ],
    );
    assert.equal(others.length, 0);
    const [led] = excerptsOf('Open the gate with this command:\n\n```\nweir open --all\n```');
    assert.equal(led?.units[0]?.code?.code.trim(), 'weir open --all');
  });

  it('leave out at their end what only says where to read on', () => {
    assert.deepEqual(texts('A weir holds water back. For more information, see Section 4.'), [
      'A weir holds water back.',
    ]);
    assert.deepEqual(texts('This chapter describes weirs.'), []);
  });
});

describe('an excerpt that says something by itself', () => {
  it('is no rest of a sentence', () => {
    assert.deepEqual(complete('A weir holds the water back.\n\nis compared to the level of the sea below.'), [
      'A weir holds the water back.',
    ]);
  });

  it('does not lead on to what is missing', () => {
    assert.deepEqual(complete('The weir accepts these parameters at its start:'), []);
  });

  it('is no navigation', () => {
    assert.deepEqual(complete('| Prev | Up | Next |\n|---|---|---|\n| Weirs | Home | Locks of the river |'), []);
  });
});
