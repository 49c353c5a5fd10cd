import type { WebhookDeliverySteps } from '../activities/webhook-delivery.ts';
import type { Config } from '../runtime/config.ts';
import { parseAllowList } from '../services/egress/allow-list.ts';
import { createEncryption } from '../services/core/encryption.ts';
import type { Platform } from '../runtime/platform.ts';
import { attemptDelivery, type AttemptDeps } from '../services/monitors/webhooks/attempt.ts';
import { startWebhookRelay } from '../services/monitors/webhooks/outbox-relay.ts';
import type { Role } from './roles.ts';

interface WebhooksOptions {
  config: Config;
  platform: Platform;
  roles: readonly Role[];
  /** Key for data encrypted at rest in the database; 32 bytes in base64. */
  encryptionKey: string;
  onError(error: unknown): void;
}

/** Dependencies of webhook deliveries, and the relay that starts them. */
export interface WebhookWorker {
  steps: WebhookDeliverySteps;
  close(): Promise<void>;
}

export function createWebhookWorker({
  config,
  platform,
  roles,
  encryptionKey,
  onError,
}: WebhooksOptions): WebhookWorker {
  const { database, background, clock, workflows, notifications, retrieval } = platform;
  const deps: AttemptDeps = {
    database,
    clock,
    encryption: createEncryption(encryptionKey),
    egress: retrieval.web.egress,
    allowList: parseAllowList(config.QUARRY_EGRESS_ALLOW),
    userAgent: retrieval.web.userAgent,
    timeScale: config.QUARRY_TIME_SCALE,
    random: Math.random,
  };
  const relay = roles.includes('workflows')
    ? startWebhookRelay({ database: background, clock, workflows, notifications, onError })
    : undefined;
  const { observer } = platform.telemetry;
  const attempt: WebhookDeliverySteps['attempt'] = (of, signal) => {
    const make = () => attemptDelivery(deps, of, signal);
    if (!observer) return make();
    return observer.observe({ part: 'webhook', name: 'attempt', kind: 'client' }, make, {
      ofResult: ({ status }) => (status === 'delivered' ? 'ok' : status),
    });
  };
  return { steps: { attempt }, close: async () => relay?.stop() };
}
