import { citedSentences, composePlain, NOTHING_FOUND } from './compose.ts';
import { supports } from '../grounding/grounding.ts';
import type { AnswerRequest } from './answer-request.ts';
import { selectSentences, type SelectedSentence } from '../sentence-selection/select-sentences.ts';
import type { Source } from '../sentence-selection/source.ts';

export interface Extract {
  /** Whether the sources answer at all. */
  found: boolean;
  /** The answer in pieces that read as one text when joined; at least one. */
  texts: string[];
}

/** Answers in the sources' own sentences, one a piece; a structured form is one piece, since half of it is no JSON. */
export function writeExtract({ query, responseFormat }: AnswerRequest, sources: readonly Source[]): Extract {
  const sentences = grounded(selectSentences(query, sources));
  const found = sentences.length > 0;
  if (responseFormat.type === 'json_object') {
    return { found, texts: [JSON.stringify({ answer: found ? composePlain(sentences) : NOTHING_FOUND })] };
  }
  if (!found) return { found, texts: [NOTHING_FOUND] };
  return { found, texts: citedSentences(sentences) };
}

/** Only what the stored text says: to the letter, or by the check that a model's sentences pass. */
function grounded(sentences: readonly SelectedSentence[]): SelectedSentence[] {
  return sentences.filter(({ text, source }) =>
    source.passages.some((passage) => folded(passage).includes(folded(text)) || supports(text, passage)),
  );
}

const folded = (text: string) => text.replaceAll(/\s+/g, ' ');
