import { citedSentences, composePlain, NOTHING_FOUND } from './compose.ts';
import { supports } from '../grounding/grounding.ts';
import type { AnswerRequest } from './answer-request.ts';
import { selectSentences, type SelectedSentence } from '../sentence-selection/select-sentences.ts';
import type { Source } from '../sentence-selection/source.ts';

export interface Extract {
  /** Whether the sources answer the question. */
  found: boolean;
  /** The answer in pieces that form one text when joined; at least one. */
  texts: string[];
}

/**
 * Answers in the sources' own sentences, one a piece. A structured answer is a single piece, because half of it is not
 * valid JSON.
 */
export function writeExtract({ query, responseFormat }: AnswerRequest, sources: readonly Source[]): Extract {
  const sentences = grounded(selectSentences(query, sources));
  const found = sentences.length > 0;
  if (responseFormat.type === 'json_object') {
    return { found, texts: [JSON.stringify({ answer: found ? composePlain(sentences) : NOTHING_FOUND })] };
  }
  if (!found) return { found, texts: [NOTHING_FOUND] };
  return { found, texts: citedSentences(sentences) };
}

/** Keeps only text that the stored document supports: literally, or by the check for a model's sentences. */
function grounded(sentences: readonly SelectedSentence[]): SelectedSentence[] {
  return sentences.filter(({ text, source }) =>
    source.passages.some((passage) => folded(passage).includes(folded(text)) || supports(text, passage)),
  );
}

const folded = (text: string) => text.replaceAll(/\s+/g, ' ');
