import type { Notifications } from './notifications.ts';

/** News of PostgreSQL channels, with a poll behind it: a connection pooler or a reconnect loses notifications. */
export interface Subscription {
  /**
   * Resolves with the first notification after this call, after `pollMs`, or with the signal. To miss nothing, call it
   * before reading what the news is about.
   */
  next(): Promise<void>;
  close(): void;
}

export interface SubscriptionOptions {
  channels: readonly string[];
  /** Notifications with another payload are not news. An empty payload always is: some may have been lost. */
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
    notifications.listen(channel, (told) => {
      if (payload === undefined || told === payload || told === '') wake();
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
