import assert from 'node:assert/strict';
import { codeParts } from '../../../../services/text/markdown/code-parts.ts';

const codeOf = (markdown: string) =>
  codeParts(markdown)
    .filter(({ type }) => type !== 'prose')
    .map(({ type, text }) => `${type}: ${text}`);

const cases: Array<[name: string, markdown: string, code: string[]]> = [
  ['spans', 'Use `a * b` or ``c ` d``.', ['span: `a * b`', 'span: ``c ` d``']],
  ['no span after an escaped backtick', 'A \\` and a ` b.', []],
  ['no span over the end of a paragraph', 'A ` b\n\nc ` d', []],
  ['blocks between fences', 'A\n```sql\nSELECT *\n```\nB', ['block: ```sql\nSELECT *\n```\n']],
  ['blocks that show shorter fences', '````\n```\na\n```\n````', ['block: ````\n```\na\n```\n````']],
  [
    'blocks within lists and quotations',
    '-   a\n\n    ```\n    b\n    ```\n> ~~~\n> c\n> ~~~',
    ['block:     ```\n    b\n    ```\n', 'block: > ~~~\n> c\n> ~~~'],
  ],
  ['blocks that are indented', 'A\n\n    b = *p;\n\n    c\n\nD', ['block:     b = *p;\n\n    c\n']],
  ['no block in what goes on with an item of a list', '- a\n\n    goes on *here*', []],
  ['a block whose end was cut off', 'A\n```sh\nb *', ['block: ```sh\nb *']],
  [
    'the end of a block whose beginning was cut off as no beginning',
    'a *\n```\nB\n```sh\nc\n```',
    ['block: ```sh\nc\n```'],
  ],
];

describe('the code of a Markdown text', () => {
  for (const [name, markdown, code] of cases) {
    it(`has ${name}`, () => assert.deepEqual(codeOf(markdown), code));
    it(`omits nothing: ${name}`, () =>
      assert.equal(
        codeParts(markdown)
          .map(({ text }) => text)
          .join(''),
        markdown,
      ));
  }

  it('takes linear time', () => {
    const backticks = Array.from({ length: 3_000 }, (_, index) => '`'.repeat((index % 200) + 1)).join(' x ');
    assert.ok(codeParts(backticks).length > 0);
    assert.equal(
      codeParts('```\na\n'.repeat(20_001))
        .map(({ text }) => text)
        .join('').length,
      6 * 20_001,
    );
  });
});
