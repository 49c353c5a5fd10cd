import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/database.ts';
import { storableJson } from '../../database/storable.ts';
import type { Encryption } from '../../core/encryption.ts';
import { ServiceError } from '../../core/errors.ts';
import { postWebhook, type PostDeps, type PostResult } from './post.ts';

export interface TestWebhookDeps extends PostDeps {
  database: Sql;
  clock: Clock;
  encryption: Pick<Encryption, 'decrypt'>;
}

/**
 * Sends one message of type `webhook.test`, even while the monitor is paused or its webhook is disabled. The result
 * changes no state.
 */
export type TestWebhook = (
  monitorId: string,
  signal: AbortSignal,
) => Promise<Pick<PostResult, 'isDelivered' | 'httpStatus' | 'error'>>;

export function createTestWebhook(deps: TestWebhookDeps): TestWebhook {
  return async (monitorId, signal) => {
    const monitor = await deps.database.builder
      .selectFrom('monitors')
      .select(['name', 'webhook_url', 'webhook_secret'])
      .where('id', '=', monitorId)
      .executeTakeFirst();
    if (!monitor?.webhook_url)
      throw new ServiceError('CONFLICT', 'The monitor has no webhook. Set one with PATCH /v1/monitors/{monitor_id}.');
    const at = deps.clock.now();
    const body = storableJson({
      type: 'webhook.test',
      timestamp: at.toISOString(),
      data: { monitor_id: monitorId, monitor_name: monitor.name },
    });
    const message = { id: `msg_${randomBytes(16).toString('hex')}`, body };
    return postWebhook(
      deps,
      { url: monitor.webhook_url, secret: deps.encryption.decrypt(monitor.webhook_secret), message, at },
      signal,
    );
  };
}
