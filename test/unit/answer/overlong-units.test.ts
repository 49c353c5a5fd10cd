import assert from 'node:assert/strict';
import { supportedClaims } from '../../../services/grounding/model-text/supported-claims.ts';
import { citeWritten } from '../../../services/grounding/model-text/cite-unit.ts';
import { quantitiesIn } from '../../../services/text/quantities.ts';

const SENTENCE = 'The Barre granite quarry in Vermont is 600 feet deep';

/** A source that counts how often something is looked for in it. */
function countingSource() {
  const looked = { times: 0 };
  const source = {
    url: 'https://barre.example/',
    name: 'barre',
    title: 'Barre',
    get passages() {
      looked.times += 1;
      return [`${SENTENCE}.`];
    },
  };
  return { source, looked };
}

describe('a text with many markers', () => {
  it('is looked up as a whole in each source once', () => {
    const { source, looked } = countingSource();
    citeWritten({ lead: '', text: `|${' x 7 [1] |'.repeat(40)}`, kind: 'row' }, [source]);
    assert.ok(looked.times <= 42, String(looked.times));
  });

  for (const [what, text] of [
    ['in more than 50 parts', `| ${SENTENCE} |${' x 7 [1] |'.repeat(60)}`],
    ['in more than 4,000 characters', `| ${SENTENCE} [1] |${' '.repeat(4_000)}|`],
  ] as const) {
    it(`has no source ${what}, which is not looked up`, () => {
      const { source, looked } = countingSource();
      assert.equal(citeWritten({ lead: '', text, kind: 'row' }, [source]).isGrounded, false);
      assert.equal(supportedClaims({ text, kind: 'row', isGrounded: false }, [source]), undefined);
      assert.equal(looked.times, 0);
    });
  }

  it('is looked up only to the first cell without a source', () => {
    const { source, looked } = countingSource();
    assert.equal(
      supportedClaims({ text: `| Barre |${' 900 feet deep |'.repeat(40)}`, kind: 'row', isGrounded: false }, [source]),
      undefined,
    );
    assert.equal(looked.times, 2);
  });

  it('is accepted even if it is numbers without end', () => {
    assert.equal(quantitiesIn('[1,'.repeat(20_000)).length, 20_000);
  }).timeout(5_000);

  it('keeps the text that belongs to a number', () => {
    assert.deepEqual(quantitiesIn('It cost US$ 5 and 600 feet of the stones of 40 workers'), [
      { value: '5', unit: 'usd', counted: undefined },
      { value: '600', unit: 'foot', counted: undefined },
      { value: '40', unit: undefined, counted: 'worker' },
    ]);
  });
});
