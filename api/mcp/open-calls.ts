import { createOwnerCounts } from '../../services/core/owner-counts.ts';
import { ServiceError } from '../../services/core/errors.ts';

// Sessions of a key may each hold a stream of events, beside the calls of their tools.
const MOST_OF_KEY = 100;
const RETRY_AFTER_SECONDS = 5;

/** The calls and streams that are open in this process, by the key that makes them. */
export interface OpenCalls {
  /** @returns what ends the call @throws ServiceError RATE_LIMITED for one too many of its key */
  begin(keyId: string): () => void;
}

export function createOpenCalls(): OpenCalls {
  const ofKeys = createOwnerCounts();
  return {
    begin(keyId) {
      if (ofKeys.of(keyId) >= MOST_OF_KEY)
        throw new ServiceError('RATE_LIMITED', `This key has ${MOST_OF_KEY} calls and streams of MCP open.`, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      ofKeys.change(keyId, 1);
      return () => void ofKeys.change(keyId, -1);
    },
  };
}
