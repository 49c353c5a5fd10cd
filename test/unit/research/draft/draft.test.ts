import assert from 'node:assert/strict';
import type { Model } from '../../../../services/model/port.ts';
import { draftReport } from '../../../../services/research/draft/draft.ts';

const BARRE = 'The Barre granite quarry in Vermont is 600 feet deep';
const OPENED = 'The Penrhyn slate quarry in Wales was opened in 1770 by Richard Pennant';
const GHOST = 'It is haunted by the ghost of a foreman who drowned there';
const source = (id: number, name: string, ...passages: string[]) => ({
  id,
  url: `https://${name}.example/`,
  name,
  title: name,
  passages,
});
const CODE = 'depths[0] = [1] [2];\n  ghosts *= 9000;';
const withCode = {
  ...source(9, 'code', 'The depths are set so:'),
  code: [{ introduction: 'The depths are set so:', language: 'c', code: CODE }],
};
const EVIDENCE = [
  source(3, 'barre', `${BARRE}. It is worked for granite, slate and marble. The Barre quarry has 40 workers.`),
  source(7, 'penrhyn', `${OPENED}.`),
  withCode,
];

async function drafted(...drafts: string[]): Promise<{ text: string | undefined; systems: string[] }> {
  const systems: string[] = [];
  const model: Model = {
    async *write({ system }) {
      yield drafts[Math.min(systems.push(system), drafts.length) - 1] ?? '';
      return undefined;
    },
  };
  const task = {
    query: 'Tell me about the Barre quarry and the Penrhyn quarry',
    questions: ['How deep is the Barre quarry?', 'When was the Penrhyn quarry opened?'],
    evidence: EVIDENCE,
    inSourcesLanguage: false,
  };
  const draft = await draftReport(model, task, new AbortController().signal);
  return { text: draft?.text, systems };
}

const lines = (...all: string[]) => all.join('\n');

describe("a model's report", () => {
  const cases: Array<[what: string, written: string, expected: string | undefined]> = [
    ['a sentence between others', `${BARRE} [1]. ${GHOST}. ${OPENED} [2].`, `${BARRE} [3]. ${OPENED} [7].`],
    ['a sentence with a marker of a source that does not say it', `${BARRE} [1]. ${GHOST} [1].`, `${BARRE} [3].`],
    ['a short sentence', `${BARRE} [1]. It is haunted.`, `${BARRE} [3].`],
    [
      'a sentence of which a source says a part',
      `${BARRE} [1]. ${BARRE} [1] and was dug by aliens from the planet Mars.`,
      `${BARRE} [3].`,
    ],
    ['the last paragraph', lines(`${BARRE} [1].`, '', `${GHOST}.`), `${BARRE} [3].`],
    [
      'the first sentence of a paragraph',
      lines(`${OPENED} [2].`, '', `${GHOST}.`, `${BARRE} [1].`),
      lines(`${OPENED} [7].`, '', `${BARRE} [3].`),
    ],
    [
      'a heading with nothing below it',
      lines('# Report', '', '## Depth', '', `${BARRE} [1].`, '', '## Ghosts', '', `${GHOST}.`),
      lines('# Report', '', '## Depth', '', `${BARRE} [3].`),
    ],
    [
      'a heading with headings of nothing below it',
      lines('## Ghosts', '', '### Foremen', '', `${GHOST}.`, '', '## Depth', '', `${BARRE} [1].`),
      lines('## Depth', '', `${BARRE} [3].`),
    ],
    [
      'a heading that claims something',
      lines('## The quarry employs nine thousand wizards', '', `${BARRE} [1].`),
      `${BARRE} [3].`,
    ],
    ['a line in bold above nothing', lines(`${BARRE} [1].`, '', '**Ghosts**', '', `${GHOST}.`), `${BARRE} [3].`],
    [
      'an item',
      lines(`- ${BARRE} [1].`, `- ${GHOST}.`, `- ${OPENED} [2].`),
      lines(`- ${BARRE} [3].`, `- ${OPENED} [7].`),
    ],
    [
      'the first sentence of an item',
      lines(`- ${GHOST}. ${BARRE} [1].`, `- ${OPENED} [2].`),
      lines(`- ${BARRE} [3].`, `- ${OPENED} [7].`),
    ],
    [
      'an item of a numbered list',
      lines(`1. ${GHOST}.`, `2. ${BARRE} [1].`, `3. ${GHOST}.`, `4. ${OPENED} [2].`),
      lines(`1. ${BARRE} [3].`, `2. ${OPENED} [7].`),
    ],
    [
      'an item above others',
      lines(`- ${GHOST}.`, `    - ${BARRE} [1].`, `- ${OPENED} [2].`),
      lines(`- ${BARRE} [3].`, `- ${OPENED} [7].`),
    ],
    [
      'an introduction of nothing',
      lines(`${BARRE} [1].`, '', 'It has these ghosts:', '', `- ${GHOST}.`, `- ${GHOST} too.`),
      `${BARRE} [3].`,
    ],
    [
      'an introduction with a number of its own',
      lines('Of 9,000 quarries two are told of:', '', `- ${BARRE} [1].`),
      `- ${BARRE} [3].`,
    ],
    [
      'a question with a name of its own',
      lines('Did you know that Barre belongs to Marduk?', '', `${BARRE} [1].`),
      `${BARRE} [3].`,
    ],
    [
      'a row',
      lines(
        '| Quarry | Depth |',
        '|---|---|',
        '| Barre granite quarry | 600 feet deep [1] |',
        '| Penrhyn slate quarry | 900 feet deep [2] |',
      ),
      lines('| Quarry | Depth |', '|---|---|', '| Barre granite quarry | 600 feet deep [3] |'),
    ],
    [
      'a row in which one cell is invented',
      lines(
        '| Quarry | Depth | Ghosts |',
        '|---|---|---|',
        '| Barre granite quarry | 600 feet deep [1] | nine thousand |',
        '| Barre granite quarry | 600 feet deep [1] | |',
      ),
      lines('| Quarry | Depth | Ghosts |', '|---|---|---|', '| Barre granite quarry | 600 feet deep [3] | |'),
    ],
    [
      'a table without rows',
      lines(`${BARRE} [1].`, '', '| Ghost | Name |', '|---|---|', '| Foreman | Old Tom |', '', `${OPENED} [2].`),
      lines(`${BARRE} [3].`, '', `${OPENED} [7].`),
    ],
    ['code, which has no sources', lines(`${BARRE} [1].`, '', '```', 'ghosts = 9000', '```'), `${BARRE} [3].`],
    ['a rule with nothing behind it', lines(`${BARRE} [1].`, '', '---', '', `${GHOST}.`), `${BARRE} [3].`],
    [
      'a row of a table without outer pipes',
      lines(
        'Quarry | Depth',
        '--- | ---',
        'Barre granite quarry | 600 feet deep [1]',
        'Penrhyn slate quarry | 900 feet deep [2]',
        '',
        `${GHOST}.`,
      ),
      lines('Quarry | Depth', '--- | ---', 'Barre granite quarry | 600 feet deep [3]'),
    ],
    [
      'the one of two tables that has no rows left',
      lines(
        '| Ghost | Name |',
        '|---|---|',
        '| Foreman | Old Tom |',
        '',
        '| Quarry | Depth |',
        '|---|---|',
        '| Barre granite quarry | 600 feet deep [1] |',
      ),
      lines('| Quarry | Depth |', '|---|---|', '| Barre granite quarry | 600 feet deep [3] |'),
    ],
    [
      'a wrapped sentence, all of it',
      lines(`${BARRE} [1].`, '', 'The Barre granite quarry in Vermont is  ', '900 feet deep [1].'),
      `${BARRE} [3].`,
    ],
    [
      'a line above another sentence, and not that one',
      lines('Ghosts of foremen who drowned', `${BARRE} [1].`),
      `${BARRE} [3].`,
    ],
    ['all of it, and is none then', `${GHOST}.`, undefined],
  ];
  for (const [what, written, expected] of cases) {
    it(`loses ${what}`, async () => assert.equal((await drafted(written)).text, expected));
  }

  it('keeps a code block of a source unchanged, with the marker of the source', async () => {
    const { text } = await drafted(
      lines(`${BARRE} [1].`, '', 'The depths are set so:', '', '```c', CODE, '```', '', `${OPENED} [2].`),
    );
    assert.equal(
      text,
      lines(`${BARRE} [3].`, '', 'The depths are set so:', '', '```c', CODE, '```', '', '[9]', '', `${OPENED} [7].`),
    );
  });

  const whole: Array<[what: string, written: string, expected: string]> = [
    [
      'an introduction of what follows',
      lines('Here is what the sources say:', '', `- ${BARRE} [1].`, '', `- ${OPENED} [2].`),
      lines('Here is what the sources say:', '', `- ${BARRE} [3].`, '', `- ${OPENED} [7].`),
    ],
    [
      'a question that is answered',
      lines('How deep is the Barre quarry?', '', `${BARRE} [1].`),
      lines('How deep is the Barre quarry?', '', `${BARRE} [3].`),
    ],
    [
      'a row without a marker, and gives it one',
      lines('| Quarry | Depth |', '|---|---|', '| Barre granite quarry | 600 feet deep |'),
      lines('| Quarry | Depth |', '|---|---|', '| Barre granite quarry | 600 feet deep [3] |'),
    ],
    [
      'two tables',
      lines(
        '| Quarry | Depth |',
        '|---|---|',
        '| Barre granite quarry | 600 feet deep [1] |',
        '',
        '| Slate quarry | Opened |',
        '|---|---|',
        '| Penrhyn slate quarry | 1770 [2] |',
      ),
      lines(
        '| Quarry | Depth |',
        '|---|---|',
        '| Barre granite quarry | 600 feet deep [3] |',
        '',
        '| Slate quarry | Opened |',
        '|---|---|',
        '| Penrhyn slate quarry | 1770 [7] |',
      ),
    ],
    [
      'a table without outer pipes, and gives its rows a marker',
      lines(
        'Quarry | Depth of the deepest quarry',
        '---|---',
        'Barre granite quarry | 600 feet deep',
        'Penrhyn slate quarry | Opened in 1770 [2]',
      ),
      lines(
        'Quarry | Depth of the deepest quarry',
        '---|---',
        'Barre granite quarry | 600 feet deep [3]',
        'Penrhyn slate quarry | Opened in 1770 [7]',
      ),
    ],
    [
      'a sentence that is wrapped',
      lines(
        'The Barre granite quarry in Vermont is  ',
        '600 feet deep [1].',
        '',
        '> The Penrhyn slate quarry in',
        '> Wales was opened in 1770',
        '> by Richard Pennant [2].',
      ),
      lines(
        'The Barre granite quarry in Vermont is 600 feet deep [3].',
        '',
        '> The Penrhyn slate quarry in Wales was opened in 1770 by Richard Pennant [7].',
      ),
    ],
    [
      'a line in bold above a sentence',
      lines('**Quarry**', '600 feet deep is the Barre granite quarry in Vermont [1].'),
      lines('**Quarry**', '600 feet deep is the Barre granite quarry in Vermont [3].'),
    ],
    [
      'short items, and gives them a marker',
      lines('It is worked for:', '- granite', '- slate'),
      lines('It is worked for:', '- granite [3]', '- slate [3]'),
    ],
    [
      'clauses of two sources',
      `${BARRE} [1], while the Penrhyn slate quarry in Wales was opened in 1770 [2].`,
      `${BARRE} [3], while the Penrhyn slate quarry in Wales was opened in 1770 [7].`,
    ],
    [
      'a rule between parts',
      lines(`${BARRE} [1].`, '', '---', '', `${OPENED} [2].`),
      lines(`${BARRE} [3].`, '', '---', '', `${OPENED} [7].`),
    ],
    [
      'items below items',
      lines('- Depth:', `    1. ${BARRE} [1].`, `    2. ${OPENED} [2].`, '- Opening:', `    - ${OPENED} [2].`),
      lines('- Depth:', `    1. ${BARRE} [3].`, `    2. ${OPENED} [7].`, '- Opening:', `    - ${OPENED} [7].`),
    ],
  ];
  for (const [what, written, expected] of whole) {
    it(`keeps ${what}`, async () => {
      const { text, systems } = await drafted(written);
      assert.equal(text, expected);
      assert.equal(systems.length, 1);
    });
  }

  it('is revised once, with a list of its unsupported text', async () => {
    const { text, systems } = await drafted(`${BARRE} [1]. ${GHOST}.`, `${BARRE} [1]. ${OPENED} [2].`);
    assert.equal(text, `${BARRE} [3]. ${OPENED} [7].`);
    assert.equal(systems.length, 2);
    assert.ok(systems[1]?.includes(`- ${GHOST}.`));
  });
});
