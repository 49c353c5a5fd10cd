import type { Wire } from './shapes.ts';

/** A chunk of REST's stream as an event of gRPC's: sources first, then text, then the finish reason. */
export function answerEvent(chunk: Wire): Wire {
  const { choices, citations, request_id } = chunk;
  const [choice] = choices as [{ delta: { role?: string; content?: string }; finish_reason: string | null }];
  if (choice.finish_reason !== null) return { finish_reason: choice.finish_reason };
  if (choice.delta.role === undefined) return { text_delta: choice.delta.content ?? '' };
  return { citations: { citations }, request_id };
}
