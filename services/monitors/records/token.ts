import { createHmac, timingSafeEqual } from 'node:crypto';

/** What lets a reader into one monitor's feeds and nowhere else; follows from the monitor's secret, so it is not stored. */
export function feedTokenOf(monitorId: string, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(`feed of ${monitorId}`).digest('base64url');
}

export function isFeedToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
