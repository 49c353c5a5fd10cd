import assert from 'node:assert/strict';
import type { QuestionKind } from '../../../services/answer-units/languages/question-language.ts';
import { questionKind } from '../../../services/answer-units/languages/question-kind.ts';

const cases: Array<[question: string, kinds: Array<keyof QuestionKind>]> = [
  ['What is the default size of a nest?', ['value', 'isDefault', 'definition']],
  ['How many herons live here?', ['value']],
  ['how long does a heron sleep', ['value']],
  ['Which colours can a heron have?', ['list']],
  ['types of herons', ['list']],
  ['what fish herons eat', ['list']],
  ['What happens when a heron lands?', []],
  ['what controls the depth of a pond', []],
  ['Can a heron swim?', ['yesNo']],
  ['How do I feed a heron?', ['howTo']],
  ['clean a pond', ['howTo']],
  ['heron ladder example', ['howTo', 'example']],
  ['herons: mark a nest as empty', ['howTo']],
  ['give a young heron the best fish', ['howTo']],
  ['drop the columns', ['howTo']],
  ['Explain the phases of a flight', ['list', 'definition']],
  ['heron nest types', ['list']],
  ['merge strategies in a flock', ['list']],
  ['join strategies the planner knows', ['list']],
  ['how to set options', ['howTo']],
  ['Which values can push.default take?', ['list']],
  ['What is a heron?', ['definition']],
  ['What does a heron do in winter?', ['definition']],
  ['Why do herons stand on one leg?', ['definition']],
  ['When was the heronry founded?', []],
  ['Was ist ein Reiher?', ['definition']],
  ['Was bewirkt die Schwimmhaut?', ['definition']],
  ['Warum steht der Reiher auf einem Bein?', ['definition']],
  ['Wie viele Reiher leben hier?', ['value']],
  ['Welche Flügelgröße hat ein Reiher?', ['value']],
  ['Wie groß ist ein Nest standardmäßig?', ['value', 'isDefault']],
  ['Welche Farben gibt es bei Reihern?', ['list']],
  ['Kann der Reiher schwimmen?', ['yesNo']],
  ['Wie füttere ich einen Reiher?', ['howTo']],
  ['einen Teich reinigen', ['howTo']],
  ['Beispiel für eine Reihertreppe', ['howTo', 'example']],
  ['Wer hat den Teich gegraben?', []],
  ['鷺とは何ですか', ['definition']],
  ['なぜ鷺は片足で立つのですか', ['definition']],
  ['鷺は何羽いますか。池の深さはいくつですか', ['value']],
  ['巣のデフォルトの大きさは?', ['value', 'isDefault']],
  ['池にはどんな魚がいますか', []],
  ['鷺の種類', ['list']],
  ['鷺は泳げますか', ['yesNo']],
  ['鷺に餌をやるにはどうすればいいですか', ['howTo']],
  ['池を掃除する方法', ['howTo']],
  ['池の掃除の使用例', ['example']],
];

describe('the kind of a question', () => {
  for (const [question, kinds] of cases)
    it(`of ${JSON.stringify(question)} is ${kinds.join(', ') || 'none of these'}`, () => {
      const kind = questionKind(question);
      assert.deepEqual(
        Object.entries(kind).flatMap(([name, is]) => (is ? [name] : [])),
        kinds,
      );
    });
});
