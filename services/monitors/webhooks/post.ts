import { Webhook } from 'standardwebhooks';
import type { AllowList } from '../../egress/allow-list.ts';
import type { Egress, EgressAnswer } from '../../egress/egress.ts';
import { storable } from '../../database/storable.ts';
import { webhookUrlFault } from '../rows/webhook-target.ts';

const WITHIN_MS = 15_000;
const MAX_RESPONSE_BYTES = 1_024;

interface Message {
  id: string;
  /** JSON, sent as it is. */
  body: string;
}

export interface WebhookPost {
  url: string;
  /** `whsec_…` */
  secret: string;
  message: Message;
  at: Date;
}

/** What came of one attempt. Without `httpStatus` there was no answer. */
export interface Posted {
  isDelivered: boolean;
  httpStatus?: number;
  /** Prose; empty where it was delivered. */
  error: string;
  /** As the receiver sent it. */
  retryAfter: string | null;
  /** The answer's first KiB. */
  responseBody: string;
}

export interface PostDeps {
  egress: Egress;
  allowList: AllowList;
  userAgent: string;
  /** Default 15,000. What the status line and the headers may take; a body that has not ended by then is cut off. */
  answersWithinMs?: number;
}

/**
 * Sends a message once, signed, by the rules of egress: 2xx within 15 s is success, a redirect is not.
 *
 * @param signal ends the attempt; its reason is rethrown
 * @see https://github.com/standard-webhooks/standard-webhooks
 */
export async function postWebhook(deps: PostDeps, posting: WebhookPost, signal: AbortSignal): Promise<Posted> {
  const fault = webhookUrlFault(posting.url, deps.allowList);
  if (fault !== undefined) return unanswered(`the URL ${fault}`);
  const withinMs = deps.answersWithinMs ?? WITHIN_MS;
  const limit = AbortSignal.timeout(withinMs);
  try {
    return await send(deps, posting, AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return unanswered(`no answer came within ${withinMs / 1_000} s`);
    throw error;
  }
}

async function send(
  { egress, userAgent }: PostDeps,
  { url, secret, message, at }: WebhookPost,
  signal: AbortSignal,
): Promise<Posted> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(message.id, at, message.body),
  };
  const answer = await egress.request(url, {
    method: 'POST',
    headers,
    body: message.body,
    followRedirects: false,
    signal,
  });
  if (answer.status === 'refused') return unanswered(answer.message);
  const { httpStatus } = answer;
  const isDelivered = httpStatus >= 200 && httpStatus < 300;
  return {
    isDelivered,
    httpStatus,
    error: isDelivered ? '' : failureOf(httpStatus),
    retryAfter: answer.headers.get('retry-after'),
    responseBody: await beginningOf(answer),
  };
}

const unanswered = (error: string): Posted => ({ isDelivered: false, error, retryAfter: null, responseBody: '' });

function failureOf(httpStatus: number): string {
  return httpStatus >= 300 && httpStatus < 400
    ? `the receiver answered ${httpStatus}, and redirects are not followed`
    : `the receiver answered ${httpStatus}`;
}

/** The answer has counted with its status: a body that breaks off or never ends changes nothing. */
async function beginningOf({ body }: EgressAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // What came is kept.
  } finally {
    body.destroy();
  }
  return storable(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8'));
}
