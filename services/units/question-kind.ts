import { questionLanguage } from './languages/languages.ts';
import type { QuestionKind, QuestionLanguage } from './languages/question-language.ts';

/** Classifies a question by its words. */
export function questionKind(question: string, { asks }: QuestionLanguage = questionLanguage(question)): QuestionKind {
  const asksFor = (kind: keyof QuestionKind) => asks[kind].some((pattern) => pattern.test(question));
  const howTo = asksFor('howTo');
  const yesNo = asksFor('yesNo');
  return {
    value: asksFor('value'),
    isDefault: asksFor('isDefault'),
    list: !yesNo && asksFor('list'),
    yesNo,
    howTo,
    definition: !howTo && !yesNo && asksFor('definition'),
  };
}
