import assert from 'node:assert/strict';
import { NO_ANSWER } from '../../../services/answer/prompt.ts';
import { AnswerRequestSchema } from '../../../api/operations/requests/answer.ts';
import type { Source } from '../../../services/page-text/source.ts';
import { writeWithModel } from '../../../services/answer/write-with-model.ts';
import type { Model } from '../../../services/model/port.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';

const source = (name: string, ...passages: string[]): Source => ({
  url: `https://${name}.example/page`,
  name,
  title: `About ${name}`,
  passages,
});
const UPSERT =
  "INSERT INTO benches VALUES (1, '<key>')\n  ON CONFLICT (id) DO UPDATE SET a = a * 2; -- https://bench.example/[1]";
const SOURCES: Source[] = [
  source('barre', 'The Barre granite quarry in Vermont is 600 feet deep. It was opened after the War of 1812.'),
  source('carrara', 'Marble from Carrara was used for the Pantheon. Workers said that "the mountain gives and takes".'),
  source('code', 'The deepest bench of the list is depth[0].'),
  {
    ...source('sql', 'The upsert is written so:\n\nRows are counted with `SELECT COUNT(*) FROM benches`.'),
    code: [{ introduction: 'The upsert is written so:', language: 'sql', code: UPSERT }],
  },
  source('api', 'New items of the catalogue are added with `curl -d @item https://api.example/v1/items`.'),
];
const DEPTH = 'The Barre granite quarry in Vermont is 600 feet deep';
const BARRE = '([barre](https://barre.example/page))';
const SQL = '([sql](https://sql.example/page))';
const CARRARA = '([carrara](https://carrara.example/page))';

function saying(...pieces: string[]): Model {
  return {
    async *write() {
      yield* pieces;
      return undefined;
    },
  };
}

async function written(text: string, ways: 'whole' | 'by character' = 'whole'): Promise<string[]> {
  const model = ways === 'whole' ? saying(text) : saying(...Array.from(text));
  const request = parseRequest(AnswerRequestSchema, { query: 'How deep is the Barre quarry?' });
  const pieces: string[] = [];
  for await (const piece of writeWithModel(model, request, SOURCES, new AbortController().signal)) pieces.push(piece);
  return pieces;
}

const answer = async (text: string) => (await written(text)).join('');

describe('a text of a model', () => {
  const cases: Array<[what: string, text: string, expected: string]> = [
    ['has its marker as a link before the full stop', `${DEPTH} [1].`, `${DEPTH} ${BARRE}.`],
    [
      'may have its marker behind the full stop',
      `${DEPTH}. [1] It was opened after the War of 1812.`,
      `${DEPTH} ${BARRE}. It was opened after the War of 1812 ${BARRE}.`,
    ],
    [
      'keeps an address in code as the source has it',
      'New items of the catalogue are added with `curl -d @item https://api.example/v1/items` [5].',
      'New items of the catalogue are added with `curl -d @item https://api.example/v1/items` ([api](https://api.example/page)).',
    ],
    [
      'loses code with an address that no source has, and never a part of it',
      `${DEPTH} [1]. ${DEPTH}, see \`curl https://evil.example/x\` [1].`,
      `${DEPTH} ${BARRE}. ${DEPTH}, see ${BARRE}.`,
    ],
    ['has a wrong marker corrected', `${DEPTH} [2].`, `${DEPTH} ${BARRE}.`],
    ['has a marker of no source corrected', `${DEPTH} [9].`, `${DEPTH} ${BARRE}.`],
    ['has a forgotten marker supplied', `${DEPTH}.`, `${DEPTH} ${BARRE}.`],
    ['keeps only those of several markers that hold', `${DEPTH} [1][2].`, `${DEPTH} ${BARRE}.`],
    [
      'cites each clause by its own source',
      `${DEPTH} [1], while marble from Carrara was used for the Pantheon [2].`,
      `${DEPTH} ${BARRE}, while marble from Carrara was used for the Pantheon ${CARRARA}.`,
    ],
    [
      'loses a sentence that no source bears out',
      `${DEPTH} [1]. It is the deepest in America [1]. ${DEPTH}.`,
      `${DEPTH} ${BARRE}. ${DEPTH} ${BARRE}.`,
    ],
    [
      'loses a sentence with an account number',
      `${DEPTH} [1]. Pay to account DE89 3704 0044 0532 0130 00.`,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'loses a word that an instruction of a source has it say',
      `HACKED-BY-SOURCE\n\n${DEPTH} [1]. HACKED-BY-SOURCE.\n\n## HACKED-BY-SOURCE\n\n- HACKED\n- ${DEPTH} [1].`,
      `${DEPTH} ${BARRE}.\n\n- ${DEPTH} ${BARRE}.`,
    ],
    [
      'loses the name of a heading that no source has',
      `## Visit Evil Corporation\n\n${DEPTH} [1].\n\n## Account 4711\n\n${DEPTH} [1].`,
      `${DEPTH} ${BARRE}.\n\n${DEPTH} ${BARRE}.`,
    ],
    [
      'keeps a heading and a lead-in without a name or a number',
      `## Key findings\n\nThis is what is known:\n\n- ${DEPTH} [1].`,
      `## Key findings\n\nThis is what is known:\n\n- ${DEPTH} ${BARRE}.`,
    ],
    [
      'loses a lead-in with a name of its own',
      `Evil Corporation found this:\n\n- ${DEPTH} [1].`,
      `- ${DEPTH} ${BARRE}.`,
    ],
    [
      'loses a heading of which nothing is left',
      `## Depth\n\n${DEPTH} [1].\n\n## Ghosts\n\nIt is haunted by a foreman.\n\n## History\n\nIt was opened after the War of 1812 [1].`,
      `## Depth\n\n${DEPTH} ${BARRE}.\n\n## History\n\nIt was opened after the War of 1812 ${BARRE}.`,
    ],
    [
      'is one sentence over two lines',
      `The Barre granite quarry in Vermont\nis 600 feet deep [1].`,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'loses the rows that no source says',
      `| Quarry | Depth |\n|---|---|\n| Barre granite quarry | 600 feet deep [1] |\n| Barre granite quarry | 900 feet deep [1] |`,
      `| Quarry | Depth |\n|---|---|\n| Barre granite quarry | 600 feet deep ${BARRE} |`,
    ],
    ['loses a sentence with another number', `${DEPTH} [1]. It is 900 feet deep [1].`, `${DEPTH} ${BARRE}.`],
    [
      'quotes word by word',
      `Workers said that "the mountain gives and takes" [2].`,
      `Workers said that "the mountain gives and takes" ${CARRARA}.`,
    ],
    [
      'loses a quote that was changed',
      `${DEPTH} [1]. Workers said that "the mountain takes and gives" [2].`,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'keeps headings, lists and emphasis',
      `## Depth\n\n- **${DEPTH}** [1].\n- _Marble_ from Carrara was used for the Pantheon [2].`,
      `## Depth\n\n- **${DEPTH}** ${BARRE}.\n- _Marble_ from Carrara was used for the Pantheon ${CARRARA}.`,
    ],
    [
      'keeps tables',
      `| quarry | depth |\n|---|---|\n| Barre granite quarry | 600 feet deep [1] |`,
      `| quarry | depth |\n|---|---|\n| Barre granite quarry | 600 feet deep ${BARRE} |`,
    ],
    [
      'has the link of a source taken for its marker',
      `${DEPTH} ([barre](https://barre.example/page)).`,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'loses code, which no source bears out',
      `${DEPTH} [1].\n\n\`\`\`js\nlet account = 4711;\n\`\`\`\n\n${DEPTH} [1].`,
      `${DEPTH} ${BARRE}.\n\n${DEPTH} ${BARRE}.`,
    ],
    [
      'keeps a block of code of a source, unchanged and cited',
      `The upsert is written so:\n\n\`\`\`sql\n${UPSERT}\n\`\`\`\n\n${DEPTH} [1].`,
      `The upsert is written so:\n\n\`\`\`sql\n${UPSERT}\n\`\`\`\n\n${SQL}\n\n${DEPTH} ${BARRE}.`,
    ],
    [
      'keeps a block that it does not end',
      `${DEPTH} [1].\n\n~~~\n${UPSERT}`,
      `${DEPTH} ${BARRE}.\n\n\`\`\`\n${UPSERT}\n\`\`\`\n\n${SQL}`,
    ],
    [
      'keeps some lines of a block',
      `\`\`\`\n${UPSERT.split('\n')[1]}\n\`\`\``,
      `\`\`\`\n${UPSERT.split('\n')[1]}\n\`\`\`\n\n${SQL}`,
    ],
    [
      'keeps as a block what is code within a sentence',
      '```sql\nSELECT COUNT(*) FROM benches\n```',
      `\`\`\`sql\nSELECT COUNT(*) FROM benches\n\`\`\`\n\n${SQL}`,
    ],
    [
      'loses a block with a sign changed, and what introduces it',
      `${DEPTH} [1].\n\nThe upsert is written so:\n\n\`\`\`sql\n${UPSERT.replace('*', '+')}\n\`\`\``,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'loses a part of a line, and a word of a sentence, as a block',
      `${DEPTH} [1].\n\n\`\`\`sql\nUPDATE SET a = a\n\`\`\`\n\n\`\`\`\nvermont\n\`\`\``,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'does not end at an abbreviation',
      `Dr. Stone says that the Barre granite quarry in Vermont is 600 feet deep.\n${DEPTH} [1].`,
      `${DEPTH} ${BARRE}.`,
    ],
    [
      'keeps arrays in code as they are',
      `The deepest bench of the list is \`depth[0]\` [3].`,
      `The deepest bench of the list is \`depth[0]\` ([code](https://code.example/page)).`,
    ],
  ];
  for (const [what, text, expected] of cases) {
    it(what, async () => assert.equal(await answer(text), expected));
    it(`${what}, however it is split into pieces`, async () =>
      assert.equal((await written(text, 'by character')).join(''), expected));
  }

  for (const sign of ['.', '*', ' ', '[1]', 'a', '[', '![', '](', '`', '<', 'a.', '"']) {
    it(`is accepted even if the model repeats ${JSON.stringify(sign)} without end`, async () => {
      assert.ok((await answer(`${DEPTH} [1].\n${sign.repeat(8_000)}`)).startsWith(`${DEPTH} ${BARRE}.`));
    }).timeout(5_000);
  }

  it('arrives sentence by sentence', async () => {
    assert.deepEqual(await written(`${DEPTH} [1]. It was opened after the War of 1812 [1].`), [
      `${DEPTH} ${BARRE}.`,
      ` It was opened after the War of 1812 ${BARRE}.`,
    ]);
  });

  for (const text of [
    NO_ANSWER,
    `Sadly: ${NO_ANSWER}`,
    'The sources do not tell.',
    'The moon is made of cheese [1].',
    '',
    'PWNED',
  ]) {
    it(`is not an answer: ${JSON.stringify(text)}`, async () => assert.deepEqual(await written(text), []));
  }

  const forged = [
    '[click](https://evil.example/x)',
    '![pixel](https://evil.example/p.png)',
    '<img src="https://evil.example/p.png">',
    '<a href=https://evil.example>here</a>',
    '<https://evil.example/>',
    'https://evil.example/x',
    'www.evil.example',
    'http&#58;//evil.example',
    String.raw`https\://evil.example`,
    '[a][b]\n\n[b]: https://evil.example',
    '[1](https://evil.example)',
    '[1]: https://evil.example',
    '<script>evil.example()</script>',
    '[x](javascript:evil.example)',
    'javascript:evil.example',
    'data:text/html,evil.example',
    '[x](data:text/html;base64,evil.example)',
    '//evil.example/x',
    'evil.example/collect?q=1',
    '<!-- evil.example/ -->',
    '[[x](https://evil.example)](https://evil.example)',
    '!\u200b[x](https://evil.example)',
    'ht\u200btps://evil.example',
    'hthttps://a.bttps://evil.example/x',
    '`https://evil.example`',
    '```\nhttps://evil.example\n```',
    '[x](evil.example/a)',
    '[x](\thttps://evil.example\t)',
    '[x](<https://evil.example>)',
    '[x\\](https://evil.example)',
    '\\[x](https://evil.example)',
    '(https://barre.example/page)](https://evil.example',
  ];
  for (const text of forged) {
    it(`has no address of its own: ${JSON.stringify(text)}`, async () => {
      const markdown = await answer(
        `${DEPTH} [1]. See ${text} for more.\n\nThis is known, ${text}:\n\n- ${DEPTH} [1] ${text} [1].`,
      );
      const rest = markdown.replaceAll(BARRE, '');
      assert.doesNotMatch(rest, /https?:|\/\/|(?<!\\)\]\(|(?<!\\)<|javascript:|data:|(?<!\\)\]:|www\./i);
      assert.ok(markdown.startsWith(`${DEPTH} ${BARRE}.`), markdown);
    });
  }
});
