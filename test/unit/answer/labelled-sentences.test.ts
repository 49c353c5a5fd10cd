import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { citeWritten } from '../../../services/grounding/model-text/cite-unit.ts';

interface Labelled {
  claim: string;
  passage: string;
  supported: boolean;
  why: string;
  /** Written once the check was done, and then read first. */
  heldOut?: boolean;
  /** A class of claims whose falsehood words alone do not show. */
  beyondWords?: string;
}

const rows = JSON.parse(readFileSync(new URL('labelled-sentences.json', import.meta.url), 'utf8')) as Labelled[];

/** What an answer would do with the claim: cite its source, or not. */
function isCited({ claim, passage }: Labelled): boolean {
  const source = { url: 'https://source.example/', name: 'source', title: 'Source', passages: [passage] };
  return citeWritten({ lead: '', text: `${claim} [1]`, kind: 'sentence' }, [source]).isGrounded;
}

const told = (row: Labelled) => `${row.why}: ${row.claim}`;

describe('318 sentences labelled by hand', () => {
  const within = rows.filter(({ beyondWords }) => beyondWords === undefined);
  const supported = within.filter((row) => row.supported);
  const unsupported = within.filter((row) => !row.supported);

  it('are complete, 162 of them supported', () => assert.deepEqual([rows.length, supported.length], [318, 162]));

  it('lack a citation wrongly in at most 2 % of the supported ones', () => {
    const dropped = supported.filter((row) => !isCited(row));
    assert.ok(dropped.length <= supported.length * 0.02, `${dropped.length} dropped:\n${dropped.map(told).join('\n')}`);
  });

  it('are cited wrongly in at most 5 % of the unsupported ones', () => {
    const kept = unsupported.filter(isCited);
    assert.ok(kept.length <= unsupported.length * 0.05, `${kept.length} kept:\n${kept.map(told).join('\n')}`);
  });

  it('that are beyond words are counted by class', function () {
    const beyond = rows.filter(({ beyondWords }) => beyondWords !== undefined);
    for (const [beyondWords, all] of Object.entries(Object.groupBy(beyond, ({ beyondWords = '' }) => beyondWords))) {
      console.log(`      ${beyondWords}: ${all?.filter(isCited).length ?? 0} of ${all?.length ?? 0} wrongly cited`);
    }
    assert.ok(beyond.every(({ supported }) => !supported));
  });
});
