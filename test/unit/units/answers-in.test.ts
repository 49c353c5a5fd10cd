import assert from 'node:assert/strict';
import { citedUnits } from '../../../services/answer/compose.ts';
import { passagesOf, passageText } from '../../../services/blocks/passages.ts';
import type { Source } from '../../../services/sentence-selection/source.ts';
import { answersIn } from '../../../services/units/answers-in.ts';

const source = (title: string, markdown: string): Source => ({
  url: `https://${title.toLowerCase()}.example/`,
  name: title,
  title,
  passages: [],
  parts: passagesOf(markdown).map((passage) => ({
    markdown: passageText(passage),
    path: passage.path.map(({ text }) => text),
    score: 1,
  })),
});
const SETTINGS = source(
  'Settings',
  [
    '# Ponds',
    '',
    '- **`pond_depth` (`integer`)**',
    '',
    '    Sets the depth of a pond. The default value is four metres.',
    '',
    '- **`pond_depth_factor` (`number`)**',
    '',
    '    Multiplies the `pond_depth` of a deep pond. The default value is 2.0.',
    '',
    '- **`reed_kinds` (`enum`)**',
    '',
    '    Says which reeds grow. Valid values are:',
    '',
    '    - tall',
    '    - short',
    '    - none',
    '',
    '## Limits',
    '',
    '| Thing | Limit | Remark |',
    '| --- | --- | --- |',
    '| ponds per garden | 12 | without a permit |',
    '| herons per pond | 3 | in winter |',
    '',
    '## Cleaning a pond',
    '',
    'To clean a pond, run this command:',
    '',
    '```sh',
    'pond clean --all | sort',
    '```',
  ].join('\n'),
);
const answer = (question: string, sources: readonly Source[] = [SETTINGS]) =>
  citedUnits(answersIn(question, sources).units).join('');
const CITED = '([Settings](https://settings.example/))';

describe('an answer made of units', () => {
  it('takes a default from the own entry of what is asked, and names the entry', () => {
    const text = answer('default of pond_depth');
    assert.match(text, /^pond_depth \(integer\): .*The default value is four metres \(\[Settings\]/);
    assert.doesNotMatch(text, /2\.0/);
  });

  it('gives a list as a list', () =>
    assert.match(
      answer('Which values can reed_kinds have?'),
      /Valid values are:\n\n- tall\n- short\n- none\n\n\(\[Settings\]/,
    ));

  it('gives a row below the head of its table', () =>
    assert.equal(
      answer('How many ponds per garden are there?').split('\n\n(')[0],
      '| Thing | Limit | Remark |\n| --- | --- | --- |\n| ponds per garden | 12 | without a permit |',
    ));

  it('gives code as it is, with the sentence before it', () =>
    assert.equal(
      answer('How do I clean a pond?'),
      `To clean a pond, run this command:\n\n\`\`\`sh\npond clean --all | sort\n\`\`\`\n\n${CITED}`,
    ));

  it('is none if the subject of the question occurs nowhere', () => {
    const { units, sources } = answersIn('What is the boiling point of tungsten?', [SETTINGS]);
    assert.deepEqual([units, sources], [[], []]);
  });

  it('is none for a setting that no source has, though another is named alike', () =>
    assert.deepEqual(answersIn('default of pond_depth_limit', [SETTINGS]).units, []));

  it('names a term once, and a synopsis as code', () => {
    const synopsis = source(
      'Pond',
      '- **`pond [<depth>] --all`**\n\n    Digs ponds as deep as the depth says. Ponds are dug with reeds.\n',
    );
    const text = answer('How are ponds dug?', [synopsis]);
    assert.equal(text.split('`pond [<depth>] --all`: ').length, 2, text);
  });

  it('names sources that are close where none answers', () => {
    const { units, close } = answersIn('How deep is the pond in Vermont?', [SETTINGS]);
    assert.deepEqual([units, close.map(({ url }) => url)], [[], [SETTINGS.url]]);
  });
});
