import assert from 'node:assert/strict';
import { isNumber, signedNumbers } from '../../../services/text/signed-numbers.ts';
import { leafWords } from '../../../services/structured/fill/leaf-words.ts';
import { statesNumber } from '../../../services/structured/fill/number-claims.ts';

describe('the numbers of a text with their signs', () => {
  const says = (text: string, number: number) => signedNumbers(text).some((one) => isNumber(one, number));
  const either: Array<[string, number]> = [
    ['The share price fell 3.2% on Monday.', 3.2],
    ['GDP shrank by 0.3 percent.', 0.3],
    ['Profits were down by some 12 points.', 12],
    ['It lies at 33.8688° S, 70.66 W.', 33.8688],
    ['It lies at 33.8688° S, 70.66 W.', 70.66],
    ['He was killed in 44 BC.', 44],
    ['Now -12% off', 12],
  ];
  for (const [text, number] of either)
    it(`may have either sign: ${number} in ${text}`, () =>
      assert.deepEqual([says(text, number), says(text, -number)], [true, true]));

  it('have their own sign otherwise', () => {
    assert.deepEqual(
      [says('The quarry is 600 feet deep.', 600), says('The quarry is 600 feet deep.', -600)],
      [true, false],
    );
    assert.deepEqual(
      [
        says('It lost money: a profit of −$5 million.', 5_000_000),
        says('It lost money: a profit of −$5 million.', -5_000_000),
      ],
      [false, true],
    );
  });

  it('are matched with a leaf in little time, however many there are', () => {
    const passage = `The workers: ${'5 xylo '.repeat(10_000)}7 workers.`;
    const schema = { type: 'object', properties: { workers: { type: 'number' } } };
    assert.equal(statesNumber(5, leafWords(schema, ['workers'], 'q'), passage), false);
  });
});
