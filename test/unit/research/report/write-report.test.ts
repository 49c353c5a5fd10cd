import assert from 'node:assert/strict';
import { reportOf } from '../../../support/research-report.ts';
import { readEvidence } from '../../../../services/research/evidence/read-evidence.ts';

const page = (name: string, markdown: string, title = name) => ({
  finalUrl: `https://${name.toLowerCase()}.example/`,
  title,
  markdown,
});
const LAMPS = page(
  'Lamps',
  [
    '# Lamps',
    '',
    '- **`lamp_height` (`integer`)**',
    '',
    '    Counts from the ground. The default is four metres.',
    '',
    '- **`lamp_colour` (`enum`)**',
    '',
    '    Says what is seen. Valid values are:',
    '',
    '    - white',
    '    - amber',
    '    - green',
    '',
    '## Lighting a lamp',
    '',
    'To light a lamp, run this command:',
    '',
    '```sh',
    'lamp light --all',
    '```',
  ].join('\n'),
);

const text = async (query: string, questions: readonly string[], pages = [LAMPS]) =>
  (await reportOf(query, questions, pages)).output.text;

describe('a report without a model', () => {
  it('names the entry that a sentence stands under, with its marker', async () => {
    const question = 'What is the default of lamp_height?';
    assert.match(await text(question, [question]), /lamp_height.*: .*The default is four metres\. \[1\]/);
  });

  it('shows a list as a list, below what introduces it', async () => {
    const question = 'Which values does lamp_colour have?';
    assert.ok((await text(question, [question])).includes('Valid values are: [1]\n\n- white\n- amber\n- green'));
  });

  it('has a section for each question, and says which one nothing answers', async () => {
    const found = await text('x', ['How do I light a lamp?', 'Who painted the cathedral of Zorble?']);
    assert.match(found, /^## How do I light a lamp\?\n\n/);
    assert.ok(found.includes('```sh\nlamp light --all\n```'));
    assert.match(found, /## Who painted the cathedral of Zorble\?\n\nNo source answers the question/);
  });

  const BEAMS = page(
    'Beams',
    [
      '# Beams',
      '',
      '## Oak',
      '',
      'The weight of an oak beam is 70 kilograms. The price of an oak beam is 90 crowns.',
      '',
      '## Elm',
      '',
      'The weight of an elm beam is 50 kilograms. Elm rots where it is wet and dry in turn.',
    ].join('\n'),
  );

  it('compares things by dimensions in a table, with a source in each cell', async () => {
    const cells = ['Oak beams weight', 'Oak beams price', 'Elm beams weight', 'Elm beams price'];
    const found = await text('Compare oak and elm beams by weight and price.', cells, [BEAMS]);
    const [head, , oak, elm] = found.split('\n');
    assert.equal(head, '|  | weight | price |');
    assert.match(oak ?? '', /^\| oak beams \| .*70 kilograms\. \[1\] \| .*90 crowns\. \[1\] \|$/i);
    assert.match(elm ?? '', /^\| elm beams \| .*50 kilograms\. \[1\] \| No source says\. \|$/i);
  });

  it('does not tell of one side under the question that compares two', async () => {
    const questions = ['Oak vs elm beams', 'What are oak beams', 'What are elm beams'];
    assert.match(await text('Oak vs elm beams', questions, [BEAMS]), /^## What are oak beams\?\n/);
  });

  it('names close pages by their titles as they are', async () => {
    const close = page('Kelmar', 'The mole of Kelmar has lamps of brass.', '17.6. Kelmar');
    const other = page('Tea', 'Tea is a drink. It is hot.');
    const found = await text('x', ['When were the lamps on the mole of Kelmar painted by sailors?'], [close, other]);
    assert.match(found, /^No source answers .* Close to it: 17\.6\. Kelmar \[1\]\.$/);
  });

  it('gives as many bullets as were asked for, items of a list one by one', async () => {
    const found = await text('Which values does lamp_colour have, in two bullets?', [
      'Which values does lamp_colour have?',
    ]);
    assert.deepEqual(found.split('\n'), ['- white [1]', '- amber [1]']);
  });
});

describe('a question of several hops', () => {
  const PAGES = [
    page('Brenn', 'Ada Brenn was a builder of lighthouses who was born in Kelmar.', 'Ada Brenn'),
    page('Kelmar', 'Kelmar is a town on the coast. The mayor of Kelmar is Jon Vester.'),
    page('Tarn', 'Tarn is a town in the hills. The mayor of Tarn is Lea Moss.'),
  ];
  const question = 'Who is the mayor of the town where Ada Brenn was born?';

  it('is answered by the sentences that a name ties', async () => {
    const found = await text(question, [question], PAGES);
    assert.match(found, /born in Kelmar\. \[1\]/);
    assert.match(found, /The mayor of Kelmar is Jon Vester\. \[2\]/);
    assert.doesNotMatch(found, /Tarn/);
  });

  it('is not tied by what the question itself names', async () => {
    const found = await text(
      question,
      [question],
      [PAGES[0], PAGES[2]].flatMap((one) => one ?? []),
    );
    assert.doesNotMatch(found, /Lea Moss/);
  });

  it('begins with what it names, where other sentences have more of its words', async () => {
    const mayors = page('Mayors', 'The mayor of the town of Tarn is Lea Moss, who was born there.');
    const found = await text(question, [question], [...PAGES.slice(0, 2), mayors]);
    assert.match(found, /^Ada Brenn was a builder .* born in Kelmar\. \[1\]/);
    assert.match(found, /Jon Vester/);
  });

  it('is tied by a part of a name, and by the noun of a compound', async () => {
    for (const birth of ['born in the Northern Region of Kelmar.', 'born in Tarn-held Kelmar in winter.']) {
      const brenn = page('Brenn', `Ada Brenn was a builder of lighthouses who was ${birth}`, 'Ada Brenn');
      assert.match(await text(question, [question], [brenn, ...PAGES.slice(1, 2)]), /Jon Vester/, birth);
    }
  });

  it('is answered by three sentences where two leave much of it open', async () => {
    const third = 'Who painted the portrait of the mayor of the town where Ada Brenn was born?';
    const painter = page('Vester', 'The portrait of Jon Vester was painted by Mia Thorn.', 'Jon Vester');
    const found = await text(third, [third], [...PAGES, painter]);
    assert.match(found, /born in Kelmar[\s\S]*mayor of Kelmar is Jon Vester[\s\S]*painted by Mia Thorn/);
  });
});

describe('the evidence of a question', () => {
  const PAGES = [page('One', 'The mole is made of slate.'), page('Two', 'The mole is old, and the mole is long.')];
  const question = 'What is the mole made of?';

  it('begins with what its search has found of the pages that were read', () => {
    const passages = [
      { url: 'https://two.example/', markdown: 'The mole is old, and the mole is long.', path: ['Mole'], score: 1 },
      { url: 'https://unread.example/', markdown: 'The mole is made of gold.', path: [], score: 0.9 },
    ];
    const { ofQuestions } = readEvidence({
      questions: [question],
      searched: [{ passages, followUps: [] }],
      pages: PAGES,
      modelPassages: 0,
    });
    assert.deepEqual(
      ofQuestions[0]?.map(({ id, parts }) => [id, parts[0]?.path]),
      [
        [2, ['Mole']],
        [1, []],
      ],
    );
  });

  it('includes what a follow-up leads to', () => {
    const pages = [...PAGES, page('Three', 'Slate comes from Penrhyn.')];
    const evidence = (followUps: string[]) =>
      readEvidence({ questions: [question], searched: [{ passages: [], followUps }], pages, modelPassages: 0 })
        .ofQuestions[0]?.map(({ id }) => id)
        .toSorted();
    assert.deepEqual(
      [evidence([]), evidence(['Penrhyn slate'])],
      [
        [1, 2],
        [1, 2, 3],
      ],
    );
  });
});
