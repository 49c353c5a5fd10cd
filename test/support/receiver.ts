import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { startSite } from './site.ts';

/** One POST as it came. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
}

/** How a receiver answers its nth POST, from 1: a status, or by hand. */
export type Answers = (count: number) => number | ((response: ServerResponse) => void);

export interface Receiver {
  url: string;
  host: string;
  /** In order. */
  received: Received[];
  close(): Promise<void>;
}

/** A real receiver of webhooks on loopback. */
export async function startReceiver(answers: Answers): Promise<Receiver> {
  const received: Received[] = [];
  const site = await startSite({
    '/hook': async (request, response) => {
      received.push({ headers: request.headers, text: await bodyOf(request) });
      const answer = answers(received.length);
      if (typeof answer === 'number') response.writeHead(answer).end('thank you');
      else answer(response);
    },
  });
  return { url: `${site.origin}/hook`, host: site.host, received, close: site.close };
}

/** The message as the official library reads it. @throws where the signature is not right */
export function verified(secret: string, { headers, text }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
