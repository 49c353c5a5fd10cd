import { questionLanguage } from './languages.ts';
import type { QuestionKind, QuestionLanguage } from './question-language.ts';

/** Whether a question asks what something is or does, and not for a list of things. */
export const asksMeaning = ({ definition, list }: QuestionKind): boolean => definition && !list;

/** Classifies a question by its words. */
export function questionKind(question: string, { asks }: QuestionLanguage = questionLanguage(question)): QuestionKind {
  const asksFor = (kind: keyof QuestionKind) => asks[kind].some((pattern) => pattern.test(question));
  const howTo = asksFor('howTo');
  const yesNo = asksFor('yesNo');
  return {
    value: !yesNo && asksFor('value'),
    isDefault: asksFor('isDefault'),
    list: !yesNo && asksFor('list'),
    yesNo,
    howTo,
    example: asksFor('example'),
    definition: !howTo && !yesNo && asksFor('definition'),
  };
}
