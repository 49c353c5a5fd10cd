import type { Model } from '../model/port.ts';
import { citeBlock } from '../grounding/model-text/cite-block.ts';
import { citeWritten, type CitedUnit } from '../grounding/model-text/cite-unit.ts';
import type { VerifiedUnit } from '../grounding/model-text/judge-unit.ts';
import { NO_ANSWER, systemPrompt, userPrompt } from './prompt.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Source } from '../page-text/source.ts';
import { streamedText } from './streamed-text.ts';
import { writtenUnits, type WrittenUnit } from '../grounding/model-text/text-units.ts';

export const MOST_TOKENS = { base: 4_096, pro: 8_192 } as const;

type Asked = Pick<AnswerRequest, 'query' | 'instruction' | 'tier'>;

/**
 * A model's answer in verified pieces: supported claims and the structure around them. Empty if the model reports that
 * the sources do not answer, or if none of its claims is supported.
 *
 * @param sources numbered from 1 in their order; cleansed already
 * @throws ServiceError UNAVAILABLE as the model does; the signal's reason
 */
export async function* writeWithModel(
  model: Model,
  request: Asked,
  sources: readonly Source[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield* streamedText(verifiedUnits(model, request, sources, signal), sources, request.query);
}

/**
 * The units of a model's answer, each verified once it is complete. They end if the model reports, before its first
 * supported claim, that the sources do not answer.
 *
 * @throws as `writeWithModel`
 */
export async function* verifiedUnits(
  model: Model,
  { query, instruction, tier }: Asked,
  sources: readonly Source[],
  signal: AbortSignal,
): AsyncGenerator<VerifiedUnit> {
  if (sources.every(({ passages }) => passages.length === 0)) return;
  const call = { system: systemPrompt(instruction), user: userPrompt(query, sources), maxTokens: MOST_TOKENS[tier] };
  let isGrounded = false;
  for await (const written of writtenUnits(model.write(call, signal))) {
    if (written.text.includes(NO_ANSWER)) {
      if (isGrounded) continue;
      return;
    }
    const unit = verified(written, sources);
    isGrounded ||= unit.isGrounded;
    yield { written, ...unit };
  }
}

// A line of punctuation alone is a rule of a table, or one between parts; no other unit consists of punctuation then.
const RULE = /^[-|:\s*_=]{3,}$/;

function verified(unit: WrittenUnit, sources: readonly Source[]): CitedUnit {
  if (unit.kind === 'code') return citeBlock(unit, sources);
  const cited = citeWritten(unit, sources);
  return /[\p{L}\p{N}]/u.test(cited.text) || RULE.test(cited.text) ? cited : { text: '', isGrounded: false };
}
