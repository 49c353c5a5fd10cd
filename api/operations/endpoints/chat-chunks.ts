import { idOf } from '../../../services/core/ids.ts';
import type { AnswerEvent, AnswerSource } from '../../../services/answer/answer.ts';
import type { ModelUsage } from '../../../services/model/port.ts';

export interface ChunkOptions {
  requestId: string;
  /** As the answer names its model. */
  model: string;
  createdAt: Date;
  /** Fields of the first chunk beside its delta, from the sources; of the last one too. */
  withSources(sources: AnswerSource[]): object;
  /** Fields of the last delta, from the whole text. */
  lastDelta?(text: string, sources: AnswerSource[]): object;
  /** A separate chunk after the last one. */
  usage?(text: string, taken: ModelUsage | undefined): object;
}

/** An answer's events as `chat.completion.chunk`s, for chat SDKs. @see docs/rules.md#chat-completions */
export async function* chatChunks(events: AsyncIterable<AnswerEvent>, options: ChunkOptions): AsyncGenerator<object> {
  const { requestId, model, createdAt, withSources, lastDelta, usage } = options;
  const chunk = (choices: object[], further: object = {}) => ({
    id: completionId(requestId),
    object: 'chat.completion.chunk',
    created: Math.floor(createdAt.getTime() / 1_000),
    model,
    choices,
    ...further,
  });
  const choice = (delta: object, finishReason: 'stop' | null = null) => [
    { index: 0, delta, finish_reason: finishReason },
  ];
  let sources: AnswerSource[] = [];
  let text = '';
  let taken: ModelUsage | undefined;
  for await (const event of events) {
    if (event.type === 'sources') {
      sources = event.sources;
      yield chunk(choice({ role: 'assistant', content: '' }), { ...withSources(sources), request_id: requestId });
    } else if (event.type === 'usage') {
      taken = event.usage;
    } else {
      text += event.text;
      yield chunk(choice({ content: event.text }));
    }
  }
  yield chunk(choice(lastDelta?.(text, sources) ?? {}, 'stop'), withSources(sources));
  if (usage) yield chunk([], { usage: usage(text, taken) });
}

export function completionId(requestId: string): string {
  return idOf('chatcmpl', requestId);
}
