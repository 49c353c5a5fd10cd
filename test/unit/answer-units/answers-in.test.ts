import assert from 'node:assert/strict';
import { citedUnits } from '../../../services/answer/text/compose.ts';
import { passagesOf, passageText } from '../../../services/blocks/passages.ts';
import type { Source } from '../../../services/page-text/source.ts';
import { answersIn, type UnitMeasures } from '../../../services/answer-units/answers-in.ts';

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
const answer = async (question: string, sources: readonly Source[] = [SETTINGS], by?: UnitMeasures) =>
  citedUnits((await answersIn(question, sources, by)).units).join('');
const CITED = '([Settings](https://settings.example/))';

describe('an answer made of units', () => {
  describe('to a question for a meaning', () => {
    const PONDS = source(
      'Introduction to herons',
      [
        '# Introduction to herons',
        '',
        '## Principles',
        '',
        'Birds of this family wade and catch fish. Herons are watched by many people.',
        '',
        '# Feeding herons',
        '',
        'A heron is fed by nobody, as it is a wild bird of the ponds.',
        '',
        '- **reed (plant)**',
        '',
        '    A tall grass of wet places. The reed is cut in winter by law.',
        '',
        '# Use of the reed',
        '',
        'The reed is used for the roofs of houses that stand near ponds.',
      ].join('\n'),
    );

    it('begins with the opening of the entry that has the name', async () => {
      assert.match(await answer('What is a reed?', [PONDS]), /^A tall grass of wet places\./);
    });

    it('takes the opening of a section whose heading only introduces the subject', async () => {
      assert.match(await answer('What is a heron?', [PONDS]), /^Birds of this family wade/);
    });

    describe('of a page that begins with a line on its subject', () => {
      const page = (line: string, description: string) => {
        const text = `## NAME\n\n${line}\n\n## SYNOPSIS\n\n\`\`\`\nnet-dry [-a]\n\`\`\`\n\n## DESCRIPTION\n\n${description}`;
        return { ...source('net-dry(1)', text), text };
      };

      it('goes on with the beginning of the description', async () => {
        const said = await answer('What is net-dry?', [
          page('net-dry - Hang wet things up', 'Spreads each net over a rack in the wind. A rack holds nine.\n\nMore.'),
        ]);
        assert.match(
          said,
          /^net-dry - Hang wet things up .*Spreads each net over a rack in the wind\. A rack holds nine/,
        );
      });

      it('leaves out the line where the description says the same', async () => {
        const said = await answer('What is net-dry?', [
          page('net-dry - Hang wet nets up', 'A net-dry is there to hang wet nets up. A rack holds nine.'),
        ]);
        assert.match(said, /^A net-dry is there to hang wet nets up\. A rack holds nine/);
      });

      it('has the line alone where the description introduces a list', async () => {
        const said = await answer('What is net-dry?', [
          page('net-dry - Hang wet things up', 'The command takes various orders:\n\n- spread\n- turn'),
        ]);
        assert.match(said, /^net-dry - Hang wet things up \(/);
      });
    });

    it('reads the entry of a glossary behind many passages that mention the subject', async () => {
      const mentions = Array.from({ length: 12 }, (_, place) =>
        source(`Garden ${place}`, `# Garden ${place}\n\nOn day ${place} of a month, the warden opens a sluice.`),
      );
      const glossary = source('Glossary', '# Glossary\n\n- **Sluice**\n\n    A gate for water.');
      const found = [
        ...mentions,
        { ...glossary, parts: (glossary.parts ?? []).map((part) => ({ ...part, score: 0.6 })) },
      ];
      assert.match(await answer('What is a sluice?', found), /^(?:Sluice: )?A gate for water/);
    });
  });

  it('takes a default from the own entry of what is asked, and names the entry', async () => {
    const text = await answer('default of pond_depth');
    assert.match(text, /^pond_depth \(integer\): .*The default value is four metres \(\[Settings\]/);
    assert.doesNotMatch(text, /2\.0/);
  });

  it('says more where there is room for more, but not of a fact', async () => {
    const first = `A well fills at night, because the ground water ${'rises and '.repeat(20)}falls.`;
    const wells = (text: string) => source('Wells', `# Wells\n\n${text}`);
    const sources = [
      wells(first),
      { ...wells('A well fills in spring, because snow melts on the hills.'), url: 'https://springs.example/' },
    ];
    const question = 'Why does a well fill?';
    assert.ok(!(await answer(question, sources)).includes('snow melts'));
    assert.ok((await answer(question, sources, { words: 80 })).includes('snow melts'));
    const fact = 'What is the default of pond_depth?';
    assert.equal(await answer(fact, [SETTINGS], { words: 80 }), await answer(fact));
  });

  it('gives a list as a list', async () =>
    assert.match(
      await answer('Which values can reed_kinds have?'),
      /Valid values are:\n\n- tall\n- short\n- none\n\n\(\[Settings\]/,
    ));

  it('gives a row below the head of its table', async () =>
    assert.equal(
      (await answer('How many ponds per garden are there?')).split('\n\n(')[0],
      '| Thing | Limit | Remark |\n| --- | --- | --- |\n| ponds per garden | 12 | without a permit |',
    ));

  it('gives code as it is, with the sentence before it', async () =>
    assert.equal(
      await answer('How do I clean a pond?'),
      `To clean a pond, run this command:\n\n\`\`\`sh\npond clean --all | sort\n\`\`\`\n\n${CITED}`,
    ));

  it('is none if the subject of the question occurs nowhere', async () => {
    const { units, sources } = await answersIn('What is the boiling point of tungsten?', [SETTINGS]);
    assert.deepEqual([units, sources], [[], []]);
  });

  it('is none for a setting that no source has, though another is named alike', async () =>
    assert.deepEqual((await answersIn('default of pond_depth_limit', [SETTINGS])).units, []));

  it('names a term once, and a synopsis as code', async () => {
    const synopsis = source(
      'Pond',
      '- **`pond [<depth>] --all`**\n\n    Digs ponds as deep as the depth says. Ponds are dug with reeds.\n',
    );
    const text = await answer('How are ponds dug?', [synopsis]);
    assert.equal(text.split('`pond [<depth>] --all`: ').length, 2, text);
  });

  it('names sources that are close where none answers', async () => {
    const { units, close } = await answersIn('How deep is the pond in Vermont?', [SETTINGS]);
    assert.deepEqual([units, close.map(({ url }) => url)], [[], [SETTINGS.url]]);
  });

  for (const [says, lead] of [
    ['Says which fish swim.', ''],
    ['Says which fish swim. There are three kinds:', 'There are three kinds:\n\n'],
  ] as const)
    it(`gives the terms of a setting as a list below what introduces them: ${says}`, async () => {
      const text = [
        '- **`fish_kind` (`enum`)**',
        '',
        `    ${says}`,
        '',
        ...['carp', 'tench', 'pike'].flatMap((kind) => [
          `    - **${kind}**`,
          '',
          `        Only ${kind} swim. They are ${kind}.`,
          '',
        ]),
        '- **`other`**',
        '',
        '    Another setting.',
      ].join('\n');
      const [first] = (await answer('Which values can fish_kind have?', [{ ...source('Fish', text), text }])).split(
        '\n\n(',
      );
      assert.equal(first, `${lead}- carp: Only carp swim.\n- tench: Only tench swim.\n- pike: Only pike swim.`);
    });

  it('gives a sentence that enumerates what a question for a list asks', async () => {
    const fish = source(
      'Fish',
      'The fish of a heron are often small fish. The fish of a heron are roach, perch, small pike and tench.',
    );
    assert.match(await answer('Which kinds of fish are the fish of a heron?', [fish]), /roach, perch, small pike/);
  });

  it('says no sentence twice, though two units of two sentences have it in common', async () => {
    const accident = [
      'My ankle broke on a climb in the national park.',
      'For two months it was taken for a sprain until a picture showed the break.',
      'Week 8 I was put into a walking boot for four weeks.',
      'It still hurts a little after long walks and is not quite ready for a run.',
      'I hope to be back on the rock and on the trails before the autumn comes.',
      'My doctor speaks of rest and patience, which are hard to keep in good weather with friends at the door.',
      'Last year a friend of mine waited for half a year until the bone was strong again and the swelling had gone.',
    ].join(' ');
    const said = await answer('For how long was I put into a walking boot?', [source('Climbing', accident)]);
    assert.equal(said.match(/Week 8/g)?.length, 1, said);
  });

  it('says the sentence before code once, though a sentence beside it answers too', async () => {
    const guide = [
      'Suppose that you have one pond and fish in it, and now you want to keep the fish of another branch of the family in a separate place.',
      'You can dig a second pond and keep the fish of both apart.',
      '',
      '```sh',
      'pond add second --depth four',
      'water fill north --slow',
      'reeds plant --tall',
      'move carp trout second',
      'net hang over --mesh small',
      '```',
    ].join('\n');
    const question = 'keep a second pond for another branch of the same fish';
    const said = await answer(question, [source('Ponds', guide)]);
    assert.equal(said.match(/You can dig a second pond/g)?.length, 1, said);
    assert.match(said, /pond add second/);
  });

  it('shows code where a question asks for an example, though prose says more of its subject', async () => {
    const text = [
      '## Feeding young herons with perch in winter',
      '',
      'Feeding young herons with perch in winter guarantees that they live.',
      '',
      '## Examples',
      '',
      'This call is short:',
      '',
      '```',
      'feed --herons young --with perch',
      '```',
    ].join('\n');
    assert.match(
      await answer('feeding young herons with perch in winter example', [source('Feeding', text)]),
      /^This call is short:\n\n```/,
    );
  });

  it('keeps the command in an instruction of two sentences', async () => {
    const text = 'Run `drain --pond` first. The depth of the pond is then changed with `spade`.';
    assert.match(await answer('how to change the depth of a pond', [source('Depth', text)]), /drain --pond/);
  });

  it('does not take a drawing for instructions', async () => {
    const text = [
      'The herons of two ponds join like this:',
      '',
      '```',
      "  A'---B'---C'",
      ' /          \\',
      'P---o---o---M',
      '```',
      '',
      'By `--pair`, herons of two ponds join.',
    ].join('\n');
    assert.match(await answer('how do I join the herons of two ponds', [source('Joining', text)]), /^By `--pair`/);
  });

  it('judges the subject of a page by its beginning, even if the question does not share its words', async () => {
    const text =
      '# pond-heron(1)\n\npond-heron - Frighten grey birds away\n\n## Options\n\nThe pond heron has options.';
    const [part] = source('pond-heron(1)', '## Options\n\nThe pond heron has options.').parts ?? [];
    assert.ok(part);
    const page = { ...source('pond-heron(1)', ''), parts: [part], text };
    assert.match(await answer('What does pond heron do?', [page]), /^pond-heron - Frighten grey birds away/);
  });

  it('is the entry of a term that stands in a paragraph of code', async () => {
    const table = [
      'Function',
      'Description',
      '`heron_count` ( `pond` `text` ) → `integer`',
      'Gives the number of birds at a place.',
      '`heron_scare` ( `pond` `text` ) → `boolean`',
      'Drives all birds away from a place.',
    ].join('\n\n');
    const use = 'The programs `heron_count` and `heron_scare` are for heron_scare of a pond.';
    const found = await answer('What does heron_scare do?', [source('Functions', `${use}\n\n${table}`)]);
    assert.match(found, /heron_scare.*: Drives all birds away/);
  });

  it('is the entry of its name, where that is found behind entries whose names have more words', async () => {
    const others = Array.from({ length: 8 }, (_, n) => ({
      ...source(`net-dry-${n}(1)`, ''),
      parts: [{ markdown: `## NAME\n\nnet-dry-${n} - Receive what a net dry has left`, path: ['NAME'], score: 1 }],
    }));
    const text = '## NAME\n\nnet-dry - Hang wet things up\n\n## NOTES\n\nA net dry is slow.';
    const part = { markdown: 'A net dry is slow.', path: ['NOTES'], score: 0.9 };
    const own = { ...source('net-dry(1)', ''), parts: [part], text };
    assert.match(await answer('what does net dry do', [...others, own]), /^net-dry - Hang wet things up/);
  });

  it('prefers what is near in meaning among units that say as much', async () => {
    const pages = source('Nets', 'The net of a pond is made of hemp.\n\nThe net of a pond is bought in May.');
    const nearest = (word: string): UnitMeasures => ({
      nearness: {
        isOfBuiltIn: false,
        of: async (_question, texts) => texts.map((text) => (text.includes(word) ? 0.9 : 0.1)),
        ofEach: async () => undefined,
      },
    });
    assert.match(await answer('the net of a pond', [pages], nearest('hemp')), /^The net of a pond is made of hemp/);
    assert.match(await answer('the net of a pond', [pages], nearest('May')), /^The net of a pond is bought in May/);
  });

  it('may be a sentence of a script without spaces', async () => {
    const pages = source('池', '# 池\n\n池の深さは四メートルです。水は冷たい。\n\n## 鷺\n\n鷺: 魚を食べる鳥です。');
    assert.match(await answer('池の深さはどのくらいですか', [pages]), /^池の深さは四メートルです。/);
    assert.match(await answer('鷺は何を食べますか', [pages]), /^鷺: 魚を食べる鳥です。/);
  });

  it('is a definition where German asks for one', async () => {
    const pages = source(
      'Vögel',
      'Horst und Reiher gehören zum Teich.\n\nEin Horst ist ein großes Nest.\n\nHorst und Reiher.',
    );
    assert.match(await answer('Was ist ein Horst?', [pages]), /^Ein Horst ist ein großes Nest /);
  });

  it('has the words of a German question beside each other, whatever articles stand between', async () => {
    const pages = source(
      'Teiche',
      'Der Teich ist der Ort und ein Reiher ist der Besitzer.\n\nDer Besitzer des Teichs ist ein Graf.\n\nTeich.',
    );
    assert.match(await answer('der Besitzer vom Teichs', [pages]), /^Der Besitzer des Teichs ist ein Graf/);
  });

  it('is judged by its words alone while no embedding model is available', async () =>
    assert.equal(
      await answer('How do I clean a pond?', [SETTINGS], {
        nearness: { isOfBuiltIn: true, of: async () => undefined, ofEach: async () => undefined },
      }),
      await answer('How do I clean a pond?'),
    ));
});
