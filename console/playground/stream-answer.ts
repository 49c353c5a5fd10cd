import { open } from '../api/call.ts';
import { eventsOf } from '../api/event-stream.ts';
import type { Schemas } from '../api/schemas.ts';
import type { ShownCall } from '../text/examples.ts';

export type Citation = Schemas['AnswerResponse']['citations'][number];

export interface StreamedAnswer {
  text: string;
  citations: Citation[];
  requestId: string | undefined;
}

interface Chunk {
  choices?: Array<{ delta?: { content?: string } }>;
  citations?: Citation[];
  request_id?: string;
  error?: { message: string };
}

const END = '[DONE]';

/** An answer or a chat's turn as it is written. @param tell is called with all of it each time that it has grown */
export async function streamAnswer(
  { path, body }: ShownCall,
  signal: AbortSignal,
  tell: (answer: StreamedAnswer) => void,
): Promise<StreamedAnswer> {
  const response = await open(path, { method: 'POST', body: { ...(body as object), stream: true }, signal });
  let answer: StreamedAnswer = { text: '', citations: [], requestId: undefined };
  for await (const { text } of eventsOf(response)) {
    if (text === END) return answer;
    answer = withChunk(answer, JSON.parse(text) as Chunk);
    tell(answer);
  }
  throw new Error('The answer ended before it was whole: the connection was lost. Ask again.');
}

function withChunk(answer: StreamedAnswer, chunk: Chunk): StreamedAnswer {
  if (chunk.error) throw new Error(chunk.error.message);
  return {
    text: answer.text + (chunk.choices?.[0]?.delta?.content ?? ''),
    citations: chunk.citations && chunk.citations.length > 0 ? chunk.citations : answer.citations,
    requestId: chunk.request_id ?? answer.requestId,
  };
}
