import assert from 'node:assert/strict';
import { askedOf } from '../../../services/answer-units/asked.ts';
import { contrastIn } from '../../../services/excerpts/contrast.ts';
import { comparedSides } from '../../../services/query/compared-sides.ts';

async function toldBy(question: string, ...passages: string[]): Promise<string | undefined> {
  const parts = passages.map((markdown) => ({ markdown, path: [], score: 1 }));
  const sides = comparedSides(question) ?? [];
  const found = await contrastIn(
    askedOf(question, () => 1),
    sides,
    [{ title: 'Boats', parts }],
    undefined,
  );
  return found?.unit.text;
}

describe('what tells two things apart', () => {
  it('is the shortest run of sentences that sets them against each other', async () => {
    const passage =
      'Boats are old. A punt has a flat bottom. A skiff, on the other hand, is pointed at its bow. Both float.';
    assert.equal(
      await toldBy('What is the difference between a punt and a skiff?', passage),
      'A punt has a flat bottom. A skiff, on the other hand, is pointed at its bow.',
    );
  });

  it('goes on with the sentences that name one of them', async () => {
    const apart = 'A punt has a flat bottom, whereas a skiff is pointed at its bow.';
    const more = 'A skiff is faster on open water. Choose a punt for a canal.';
    const question = 'What is the difference between a punt and a skiff?';
    assert.equal(await toldBy(question, `${apart} ${more} Both float. A punt is cheap.`), `${apart} ${more}`);
    assert.equal(await toldBy(question, `${apart} Parts of a skiff:\n\n- bow\n- stern`), apart);
    const long = `A skiff ${'very '.repeat(80)}often sinks.`;
    assert.equal(await toldBy(question, `${apart} ${long}`), apart);
  });

  it('is not a list of both, whatever follows', async () => {
    assert.equal(await toldBy('punt vs skiff', 'The yard sells the punt and the skiff, but no canoe.'), undefined);
  });

  it('names the longer of two names, and the shorter one too', async () => {
    const question = 'What is the difference between TRIM and TRIM FAST?';
    const whole = 'TRIM keeps the file as it is, whereas TRIM FAST writes it anew.';
    assert.equal(await toldBy(question, 'TRIM is safe, but slow.', whole), whole);
  });

  it('keeps the word that both names begin with', async () => {
    const question = 'difference between oar merge and oar rebase';
    const names = 'The backend of oar rebase is called merge rather than apply.';
    const whole = 'An oar merge keeps all strokes, while an oar rebase replays them.';
    assert.equal(await toldBy(question, names), undefined);
    assert.equal(await toldBy(question, names, whole), whole);
  });
});
