import { decodeText } from '../../fetch/character-set.ts';
import { declaredMediaType } from '../../extract/media-type.ts';
import { feedEntries } from './feed-entries.ts';
import { detached } from '../../concurrency/detached.ts';
import { settledWithin } from '../../concurrency/settled-within.ts';
import { unlessAborted } from '../../concurrency/unless-aborted.ts';
import { asProviderError, ProviderError, type ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp, ReplyValidators } from '../port/provider-http.ts';

/** A feed that is refreshed periodically. */
export interface FollowedFeed {
  host: string;
  /** Its current entries, or the last ones if it fails or takes too long. @throws the signal's reason */
  entries(
    nowMs: number,
    signal: AbortSignal,
  ): Promise<{ entries: readonly ProviderDocument[]; failure: ProviderError | undefined }>;
}

const FRESH_MS = 5 * 60_000;
const RETRY_MS = 60_000;
// One slow feed must not delay a search; its entries reach the next one.
const WAIT_MS = 1_000;
const READ_WITHIN_MS = 15_000;

interface Version {
  entries: readonly ProviderDocument[];
  validators: ReplyValidators;
}

export function followFeed(http: ProviderHttp): FollowedFeed {
  let version: Version = { entries: [], validators: {} };
  let failure: ProviderError | undefined;
  let dueAtMs = -Infinity;
  let reading: Promise<void> | undefined;

  async function readAgain(nowMs: number): Promise<void> {
    try {
      version = await detached(READ_WITHIN_MS, (signal) => read(http, version, signal));
      failure = undefined;
      dueAtMs = nowMs + FRESH_MS;
    } catch (thrown) {
      const error = asProviderError(thrown);
      if (!(error instanceof ProviderError)) throw error;
      failure = error;
      dueAtMs = nowMs + RETRY_MS;
    } finally {
      reading = undefined;
    }
  }

  return {
    host: new URL(http.baseUrl).host,
    async entries(nowMs, signal) {
      if (nowMs >= dueAtMs) reading ??= readAgain(nowMs);
      const isLate = reading !== undefined && !(await unlessAborted(settledWithin(WAIT_MS, reading), signal));
      const late = isLate && dueAtMs === -Infinity ? new ProviderError('failed', 'it has not answered yet') : undefined;
      return { entries: version.entries, failure: failure ?? late };
    },
  };
}

const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml, */*;q=0.1';

async function read(http: ProviderHttp, before: Version, signal: AbortSignal): Promise<Version> {
  const changed = await http.bytesIfChanged({ path: '', headers: { accept: ACCEPT }, signal }, before.validators);
  if (!changed) return before;
  const charset = declaredMediaType(changed.headers)?.charset;
  const xml = decodeText(changed.bytes, {
    essence: 'application/xml',
    kind: 'feed',
    ...(charset !== undefined && { charset }),
  });
  const entries = feedEntries(xml, http.baseUrl);
  if (!entries) throw new ProviderError('failed', 'it is neither RSS nor Atom');
  return { entries, validators: changed.validators };
}
