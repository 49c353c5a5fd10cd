import assert from 'node:assert/strict';
import { ServiceError } from '../../../../services/core/errors.ts';
import type { Model } from '../../../../services/model/port.ts';
import { translateReport } from '../../../../services/research/draft/translate.ts';

const REPORT =
  '## How deep is it?\n\nThe quarry of Mr. Barre is 600 feet deep [1]. It was opened in 1833. [1][2]\n\n- It is made of granite [2].\n\n| Depth | 600 |\n|---|---|\n\n```\nx = 1.\n```';
const SENTENCES = [
  'How deep is it?',
  'The quarry of Mr. Barre is 600 feet deep [1].',
  'It was opened in 1833. [1][2]',
  'It is made of granite [2].',
  'Depth',
];
const FRENCH = [
  'Quelle est sa profondeur ?',
  'La carrière de Mr. Barre a 600 pieds de profondeur [1].',
  'Elle a été ouverte en 1833. [1][2]',
  'Elle est en granit [2].',
  'Profondeur',
];
const never = new AbortController().signal;

const modelThat = (answers: (given: Record<string, string>) => string): Model =>
  ({
    async *write({ user }) {
      yield answers(JSON.parse(user));
    },
  }) as Model;
const numbered = (sentences: readonly string[]) =>
  JSON.stringify(Object.fromEntries(sentences.map((sentence, index) => [index + 1, sentence])));
const inFrench = (model: Model | undefined, signal = never) =>
  translateReport(model, { text: REPORT, language: { tag: 'fr', name: 'French' } }, signal);

describe('a report in another language', () => {
  it('is translated sentence by sentence, with its structure', async () => {
    let given: string[] = [];
    const text = await inFrench(modelThat((sentences) => ((given = Object.values(sentences)), numbered(FRENCH))));
    assert.deepEqual(given, SENTENCES);
    assert.equal(
      text,
      '## Quelle est sa profondeur ?\n\nLa carrière de Mr. Barre a 600 pieds de profondeur [1]. Elle a été ouverte en 1833. [1][2]\n\n- Elle est en granit [2].\n\n| Profondeur | 600 |\n|---|---|\n\n```\nx = 1.\n```',
    );
  });

  it('keeps a sentence whose translation fails the check, and reports it', async () => {
    const text = await inFrench(
      modelThat(() => numbered(FRENCH.with(1, 'La carrière de Mr. Barre a 700 pieds de profondeur [1].'))),
    );
    assert.match(
      text,
      /\n\nThe quarry of Mr\. Barre is 600 feet deep \[1\]\. Elle a été ouverte en 1833\. \[1\]\[2\]\n/,
    );
    assert.ok(
      text.endsWith('\n\n*Sentences whose translation could not be checked are in the language of their sources.*'),
    );
  });

  const unusable: Array<[string, Model | undefined]> = [
    ['there is no model', undefined],
    ['the model writes no object', modelThat(() => 'Je préfère ne pas.')],
    [
      'the model is away',
      modelThat(() => {
        throw new ServiceError('UNAVAILABLE', 'The model is away.');
      }),
    ],
  ];
  for (const [what, model] of unusable) {
    it(`is unchanged if ${what}, and reports it`, async () => {
      assert.equal(await inFrench(model), `${REPORT}\n\n*Sentences are in the language of their sources.*`);
    });
  }

  it('stops when the caller does', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await assert.rejects(
      inFrench(
        modelThat(() => {
          throw new ServiceError('UNAVAILABLE', 'x');
        }),
        stopped,
      ),
      /stopped/,
    );
  });
});
