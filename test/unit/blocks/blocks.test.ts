import assert from 'node:assert/strict';
import { pathLine } from '../../../services/blocks/block.ts';
import { blocksOf } from '../../../services/blocks/blocks.ts';

/** Each block as `path | kind | text`. */
const shown = (markdown: string) =>
  blocksOf(markdown).map(({ path, kind, text }) => `${pathLine(path)} | ${kind} | ${text.replaceAll('\n', '⏎')}`);

const cases: Array<[name: string, markdown: string, blocks: string[]]> = [
  [
    'headings, each ending those of its level and below',
    '# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n\n## D\n\nfour',
    ['A | paragraph | one', 'A › B | paragraph | two', 'A › B › C | paragraph | three', 'A › D | paragraph | four'],
  ],
  [
    'underlined headings, and rules that are none',
    'Title\n=====\n\none\n\nPart\n----\n\ntwo\n\n---\n\nthree',
    ['Title | paragraph | one', 'Title › Part | paragraph | two', 'Title › Part | paragraph | three'],
  ],
  [
    'definitions of a list, whose terms may share one, and may have terms within',
    '## Options\n\n-   **-a**\n\n    **--all** *n*\n\n    How:\n\n    -   `on`\n\n        All.\n\n-   `-b`\n\n    Less.\n\nAfter.',
    [
      'Options › -a, --all n | paragraph | How:',
      'Options › -a, --all n › on | paragraph | All.',
      'Options › -b | paragraph | Less.',
      'Options | paragraph | After.',
    ],
  ],
  [
    'definitions on the line of their term',
    '- `--amend`: Replaces the last commit.\n- **Fast** — written with care.',
    ['--amend | paragraph | `--amend`: Replaces the last commit.', 'Fast | paragraph | **Fast** — written with care.'],
  ],
  [
    'paragraphs of a term alone above its definition',
    '## Memory\n\n**`work_mem` (`integer`)**\n\nThe size.\n\n**`other_mem`**\n\nAnother.\n\n## Disk\n\nA disk.',
    [
      'Memory › work_mem (integer) | paragraph | The size.',
      'Memory › other_mem | paragraph | Another.',
      'Disk | paragraph | A disk.',
    ],
  ],
  [
    'ordinary lists whole, with what they hold',
    'Two steps:\n\n1.  one\n\n    more\n2.  two\n    - three\n\nAfter.',
    [' | paragraph | Two steps:', ' | list | 1.  one⏎⏎    more⏎2.  two⏎    - three', ' | paragraph | After.'],
  ],
  [
    'lists with a bold word at times',
    '- a **big** one\n- **b** and more',
    [' | list | - a **big** one⏎- **b** and more'],
  ],
  [
    'tables, quotations and code',
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n\n> said\n> so\n\n```sh\n# no heading\n\n- no list\n```\n\n    indented\n\n    code',
    [
      ' | table | | a | b |⏎| --- | --- |⏎| 1 | 2 |',
      ' | quote | > said⏎> so',
      ' | code | ```sh⏎# no heading⏎⏎- no list⏎```',
      ' | code |     indented⏎⏎    code',
    ],
  ],
  [
    'code of a definition without its indentation',
    '-   **run**\n\n    ```sh\n    $ run\n      now\n    ```',
    ['run | code | ```sh⏎$ run⏎  now⏎```'],
  ],
  [
    'lists that only lead elsewhere',
    '- [One](https://example.com/1)\n- [Two](https://example.com/2)\n  - [Two and a half](https://example.com/3)\n- three, [Three](https://example.com/4)',
    [
      ' | contents | - [One](https://example.com/1)⏎- [Two](https://example.com/2)⏎  - [Two and a half](https://example.com/3)⏎- three, [Three](https://example.com/4)',
    ],
  ],
  [
    'links with what is said of them',
    '- [One](https://example.com/1) is the first page that a reader opens\n- [Two](https://example.com/2) is the second page that a reader opens\n- [Three](https://example.com/3) is the last page that a reader opens',
    [
      ' | list | - [One](https://example.com/1) is the first page that a reader opens⏎- [Two](https://example.com/2) is the second page that a reader opens⏎- [Three](https://example.com/3) is the last page that a reader opens',
    ],
  ],
  ['signs alone, which are a document too', '***\n\n---', [' | paragraph | ***⏎⏎---']],
  ['headings without a text, which are found all the same', '# A\n\n## B', ['A › B | paragraph | ']],
];

describe('blocks of a document', () => {
  for (const [name, markdown, blocks] of cases) it(`are ${name}`, () => assert.deepEqual(shown(markdown), blocks));

  it('know the Markdown of the headings and terms that begin with them', () => {
    const [first, second] = blocksOf('# A\n\n## B\n\n**t**\n\none\n\ntwo');
    assert.deepEqual([first?.opening, second?.opening], ['# A\n\n## B\n\n**t**', '']);
  });

  it('are cut in time that grows with the text, whatever it repeats', () => {
    for (const part of [
      '- ',
      '> ',
      '- a\n',
      '  - a\n',
      '|a',
      '```\n',
      '**a**\n\n',
      '# a\n',
      '[a](b)\n',
      '    - a\n\n',
    ]) {
      const blocks = blocksOf(part.repeat(20_000));
      assert.ok(blocks.length <= 20_000, part);
    }
  });
});
