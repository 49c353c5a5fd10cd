import type { Notifications } from './notifications.ts';

/**
 * Notifications of PostgreSQL channels, with a poll as fallback: a connection pooler or a reconnect loses
 * notifications.
 */
export interface Subscription {
  /**
   * Resolves at the first notification after this call, after `pollMs`, or when the signal aborts. Call it before
   * reading the state that the notifications announce, so that no change is missed.
   */
  next(): Promise<void>;
  close(): void;
}

export interface SubscriptionOptions {
  channels: readonly string[];
  /** Other payloads are ignored, except an empty one: notifications may have been lost before it. */
  payload?: string;
  pollMs: number;
  signal: AbortSignal;
}

export function subscribe(
  notifications: Pick<Notifications, 'listen'>,
  { channels, payload, pollMs, signal }: SubscriptionOptions,
): Subscription {
  let wake = () => {};
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  const closes = channels.map((channel) =>
    notifications.listen(channel, (received) => {
      if (payload === undefined || received === payload || received === '') wake();
    }),
  );
  return {
    next() {
      wake();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
      });
    },
    close() {
      wake();
      signal.removeEventListener('abort', onAbort);
      for (const close of closes) close();
    },
  };
}
