// An edge function that answers the questions of a page's visitors, so that the key stays here: `GET /?q=…` streams the
// answer as text. API_KEY and API_URL are secrets of the function; your own check of the visitor belongs before the call.
import { Quarry, QuarryError, type QuarryClient } from 'quarry-sdk/rest';

const MAX_QUESTION_LENGTH = 500;

interface Environment {
  API_KEY: string;
  API_URL: string;
}

export default {
  async fetch(request: Request, { API_KEY, API_URL }: Environment): Promise<Response> {
    const query = new URL(request.url).searchParams.get('q')?.trim().slice(0, MAX_QUESTION_LENGTH) ?? '';
    const quarry = new Quarry({ apiKey: API_KEY, baseUrl: API_URL });
    const texts = answer(quarry, query, request.signal);
    try {
      // The first part is awaited: a failure before it still has a status of its own.
      const first = await texts.next();
      return new Response(streamOf(first, texts), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    } catch (error) {
      if (!(error instanceof QuarryError)) throw error;
      console.error(error.code, error.message, error.requestId);
      return new Response('No answer.', { status: error.code === 'INVALID_REQUEST' ? 400 : 503 });
    }
  },
};

async function* answer(quarry: QuarryClient, query: string, signal: AbortSignal): AsyncGenerator<string> {
  for await (const { event } of quarry.answerStream({ query }, { signal }))
    if (event.case === 'textDelta') yield event.value;
}

function streamOf(first: IteratorResult<string>, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string>> | undefined = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await (next ?? texts.next());
      next = undefined;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
