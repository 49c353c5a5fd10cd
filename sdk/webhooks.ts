import { Webhook } from 'standardwebhooks';

/** The event of an ended run of a monitor, with the records that it has delivered. */
export interface RunEvent {
  type: 'run.completed' | 'run.failed';
  timestamp: Date;
  data: {
    monitorId: string;
    monitorName: string;
    runId: bigint;
    status: string;
    statusReason: string;
    startedAt: Date;
    completedAt: Date;
    /** Bounds of the run's records, both inclusive; 0n without records. */
    firstRecordId: bigint;
    lastRecordId: bigint;
    recordCount: number;
    requestsTotal: number;
    requestsOk: number;
    requestsFailed: number;
  };
}

/** The service's test of a webhook, and event types of later versions. */
export interface OtherEvent {
  type: 'webhook.test' | (string & Record<never, never>);
  timestamp: Date;
  data: { monitorId: string; monitorName: string };
}

export type WebhookEvent = RunEvent | OtherEvent;

/** Whether an event is about a run. */
export function isRunEvent(event: WebhookEvent): event is RunEvent {
  return event.type === 'run.completed' || event.type === 'run.failed';
}

export interface SignedMessage {
  /** The body exactly as received: the signature covers it. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The monitor's `webhookSecret`, unchanged. */
  secret: string;
}

const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Returns the event of a message whose signature is valid and at most five minutes old. @throws
 * WebhookVerificationError of `standardwebhooks`
 */
export function verifyWebhook({ body, headers, secret }: SignedMessage): WebhookEvent {
  const signed = Object.fromEntries(SIGNED_HEADERS.map((name) => [name, header(headers, name)]));
  const payload = new Webhook(secret).verify(
    typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
    signed,
  ) as Payload;
  const { type, data } = payload;
  const event = {
    type,
    timestamp: new Date(payload.timestamp),
    data: { monitorId: data.monitor_id, monitorName: data.monitor_name },
  };
  return isRunEvent(event) ? { ...event, data: { ...event.data, ...runOf(data) } } : event;
}

function runOf(data: Payload['data']): Omit<RunEvent['data'], 'monitorId' | 'monitorName'> {
  return {
    runId: BigInt(data.run_id),
    status: data.status,
    statusReason: data.status_reason,
    startedAt: new Date(data.started_at),
    completedAt: new Date(data.completed_at),
    firstRecordId: BigInt(data.first_record_id),
    lastRecordId: BigInt(data.last_record_id),
    recordCount: data.record_count,
    requestsTotal: data.requests_total,
    requestsOk: data.requests_ok,
    requestsFailed: data.requests_failed,
  };
}

interface Payload {
  type: string;
  timestamp: string;
  data: Record<
    | 'monitor_id'
    | 'monitor_name'
    | 'run_id'
    | 'status'
    | 'status_reason'
    | 'started_at'
    | 'completed_at'
    | 'first_record_id'
    | 'last_record_id',
    string
  > &
    Record<'record_count' | 'requests_total' | 'requests_ok' | 'requests_failed', number>;
}

function header(headers: SignedMessage['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
