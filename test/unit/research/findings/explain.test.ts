import assert from 'node:assert/strict';
import { askedOf } from '../../../../services/answer-units/asked.ts';
import { rankUnits } from '../../../../services/answer-units/rank-units.ts';
import { explain } from '../../../../services/research/findings/explain.ts';
import type { EvidenceSource } from '../../../../services/research/evidence/read-evidence.ts';
import { passagesOf, passageText } from '../../../../services/blocks/passages.ts';

const TEXT = [
  '# Tide gates',
  '',
  'Tide gates have several advantages:',
  '',
  '- berths stay deep',
  '- floods stay out',
  '',
  'These advantages of tide gates are worth their price only where the tide is high. A low tide floods no berth.',
].join('\n');
const SOURCE = {
  id: 1,
  url: 'https://gates.example/',
  name: 'Gates',
  title: 'Tide gates',
  passages: [],
  parts: passagesOf(TEXT).map((passage) => ({
    markdown: passageText(passage),
    path: passage.path.map(({ text }) => text),
    score: 1,
  })),
} satisfies EvidenceSource;
const near = (texts: readonly string[]) => texts.map((text) => (text.includes('worth their price') ? 0.9 : 0.6));
const nearness = {
  isOfBuiltIn: true,
  of: (_: string, texts: readonly string[]) => Promise.resolve(near(texts)),
  ofEach: (queries: readonly string[], texts: readonly string[]) => Promise.resolve(queries.map(() => near(texts))),
};

describe('what explains an aspect of a subject', () => {
  const explained = (question: string) => {
    const asked = askedOf(question, () => 1);
    const list = rankUnits(asked, [SOURCE]).find(({ unit }) => unit.kind === 'list');
    assert.ok(list);
    return explain(asked, { sources: [SOURCE], units: [{ ...list, near: 0.6 }] }, { nearness });
  };

  it('is nothing beside a list that announces it, though prose is nearer in meaning', async () =>
    assert.deepEqual(await explained('What are the advantages of tide gates?'), []));

  it('is prose where the list announces something else', async () => {
    const [found] = await explained('What are the drawbacks of tide gates?');
    assert.match(found?.unit.text ?? '', /only where the tide is high/);
  });
});
