import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Answered } from '../support/quarry.ts';
import { startReceiver, type Received } from '../support/receiver.ts';

type Body = Answered['body'];

/** What a receiver knows of one message, from all POSTs of it. */
export interface ReceivedMessage {
  id: string;
  posts: Received[];
  /** How many of them it has answered with 200. */
  taken: number;
  event: Body;
}

const LATE_MS = 2_000;

export interface FlakyReceiver {
  url: string;
  /** By their ids. @throws AssertionError where two POSTs of one message differ, or a signature is not right */
  messages(secretOf: (monitorId: string) => string): ReceivedMessage[];
  close(): Promise<void>;
}

const reset = (response: ServerResponse): void => void response.socket?.resetAndDestroy();
const silence = (): void => {};
/** A sender that is killed meanwhile never learns that it was taken. */
const late = (response: ServerResponse): void => void setTimeout(() => response.writeHead(200).end(), LATE_MS).unref();

/** By the official library. It verifies no message that is older than five minutes, and the first ones are by the end. */
function signatureOf(secret: string, { headers, text }: Received): string {
  return new Webhook(secret).sign(
    String(headers['webhook-id']),
    new Date(Number(headers['webhook-timestamp']) * 1_000),
    text,
  );
}

/** Takes most of what comes, a sixth of it late; of a hundred POSTs some eight get a 503, four a reset, and one no answer at all. */
export async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const isTaken: boolean[] = [];
  const receiver = await startReceiver(() => {
    const chance = randomInt(100);
    isTaken.push(chance >= 13);
    if (chance < 8) return 503;
    if (chance < 12) return reset;
    if (chance < 13) return silence;
    return chance < 30 ? late : 200;
  });
  return {
    url: receiver.url,
    messages: (secretOf) => {
      const posts = receiver.received.map((post, index) => ({ post, isTaken: isTaken[index] ?? false }));
      return [...Map.groupBy(posts, ({ post }) => String(post.headers['webhook-id']))].map(([id, all]) => {
        const [first] = all;
        assert.ok(first);
        const event: Body = JSON.parse(first.post.text);
        for (const { post } of all) {
          assert.equal(post.text, first.post.text, `${id} came with other bytes`);
          assert.equal(post.headers['webhook-signature'], signatureOf(secretOf(event.data.monitor_id), post));
        }
        return { id, posts: all.map(({ post }) => post), taken: all.filter((one) => one.isTaken).length, event };
      });
    },
    close: receiver.close,
  };
}
