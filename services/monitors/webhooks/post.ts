import { Webhook } from 'standardwebhooks';
import type { AllowList } from '../../egress/allow-list.ts';
import type { Egress, EgressAnswer } from '../../egress/egress.ts';
import { storable } from '../../database/storable.ts';
import { webhookUrlFault } from '../storage/webhook-target.ts';

const WITHIN_MS = 15_000;
const MAX_RESPONSE_BYTES = 1_024;

interface Message {
  id: string;
  /** JSON, sent byte for byte. */
  body: string;
}

export interface WebhookPost {
  url: string;
  /** `whsec_…` */
  secret: string;
  message: Message;
  at: Date;
}

/** Result of one attempt. Without `httpStatus` there was no response. */
export interface PostResult {
  isDelivered: boolean;
  httpStatus?: number;
  /** Prose; empty if the message was delivered. */
  error: string;
  /** Value of the receiver's Retry-After header. */
  retryAfter: string | null;
  /** First KiB of the response body. */
  responseBody: string;
}

export interface PostDeps {
  egress: Egress;
  allowList: AllowList;
  userAgent: string;
  /** Time limit for the status line and the headers; default 15,000. A body that is incomplete by then is truncated. */
  answersWithinMs?: number;
}

/**
 * Sends a signed message once, under the rules of egress. A 2xx response within 15 s is success; a redirect is not.
 *
 * @param signal aborts the attempt; its reason is rethrown
 * @see https://github.com/standard-webhooks/standard-webhooks
 */
export async function postWebhook(deps: PostDeps, posting: WebhookPost, signal: AbortSignal): Promise<PostResult> {
  const fault = webhookUrlFault(posting.url, deps.allowList);
  if (fault !== undefined) return withoutResponse(`the URL ${fault}`);
  const withinMs = deps.answersWithinMs ?? WITHIN_MS;
  const limit = AbortSignal.timeout(withinMs);
  try {
    return await send(deps, posting, AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return withoutResponse(`no answer came within ${withinMs / 1_000} s`);
    throw error;
  }
}

async function send(
  { egress, userAgent }: PostDeps,
  { url, secret, message, at }: WebhookPost,
  signal: AbortSignal,
): Promise<PostResult> {
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
  if (answer.status === 'refused') return withoutResponse(answer.message);
  const { httpStatus } = answer;
  const isDelivered = httpStatus >= 200 && httpStatus < 300;
  return {
    isDelivered,
    httpStatus,
    error: isDelivered ? '' : failureOf(httpStatus),
    retryAfter: answer.headers.get('retry-after'),
    responseBody: await readBeginning(answer),
  };
}

const withoutResponse = (error: string): PostResult => ({
  isDelivered: false,
  error,
  retryAfter: null,
  responseBody: '',
});

function failureOf(httpStatus: number): string {
  return httpStatus >= 300 && httpStatus < 400
    ? `the receiver answered ${httpStatus}, and redirects are not followed`
    : `the receiver answered ${httpStatus}`;
}

/** The status decides the attempt: a body that breaks off or never ends changes nothing. */
async function readBeginning({ body }: EgressAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The received part is kept.
  } finally {
    body.destroy();
  }
  return storable(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8'));
}
