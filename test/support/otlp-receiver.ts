import assert from 'node:assert/strict';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { startSite } from './site.ts';

/** A span as it came over OTLP. Ids are hexadecimal. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  name: string;
  /** As in the protocol: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  startedAtNs: bigint;
  endedAtNs: bigint;
  attributes: Record<string, string | number | boolean>;
  /** 0 unset, 2 error. */
  status: number;
  statusMessage: string;
  /** Attributes of the service that sent it. */
  resource: Record<string, string | number | boolean>;
}

export interface OtlpReceiver {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** All that came, in one: what must not be in it is not in any field. */
  bytes(): Buffer;
  requests(): number;
  close(): Promise<void>;
}

/** A receiver of OTLP over HTTP on loopback, which decodes protobuf by the protocol's field numbers. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const spans: ReceivedSpan[] = [];
  const site = await startSite({
    '/v1/traces': async (request, response) => {
      assert.equal(request.headers['content-type'], 'application/x-protobuf');
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      bodies.push(body);
      spans.push(...spansOf(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    },
  });
  return {
    endpoint: site.origin,
    spans,
    bytes: () => Buffer.concat(bodies),
    requests: () => site.requests.length,
    close: site.close,
  };
}

type Fields = Map<number, Array<Uint8Array | bigint | number>>;

/** The fields of a message by number, each with its values in order. */
function fieldsOf(bytes: Uint8Array): Fields {
  const reader = new BinaryReader(bytes);
  const fields: Fields = new Map();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const values = fields.get(number) ?? [];
    fields.set(number, [...values, valueOf(reader, number, type)]);
  }
  return fields;
}

function valueOf(reader: BinaryReader, number: number, type: WireType): Uint8Array | bigint | number {
  if (type === WireType.LengthDelimited) return reader.bytes();
  if (type === WireType.Varint) return BigInt(reader.int64());
  if (type === WireType.Bit64) return BigInt(reader.fixed64());
  if (type === WireType.Bit32) return reader.fixed32();
  throw new Error(`field ${number} has the wire type ${type}`);
}

const messages = (fields: Fields, number: number) => (fields.get(number) ?? []) as Uint8Array[];
const message = (fields: Fields, number: number) => fieldsOf(messages(fields, number)[0] ?? new Uint8Array());
const text = (fields: Fields, number: number) => Buffer.from(messages(fields, number)[0] ?? []).toString();
const hex = (fields: Fields, number: number) => Buffer.from(messages(fields, number)[0] ?? []).toString('hex');
const whole = (fields: Fields, number: number) => (fields.get(number)?.[0] as bigint | undefined) ?? 0n;

// ExportTraceServiceRequest.resource_spans, ResourceSpans.scope_spans, ScopeSpans.spans.
function spansOf(body: Uint8Array): ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((ofResource) => {
    const resourceSpans = fieldsOf(ofResource);
    const resource = attributesOf(message(resourceSpans, 1), 1);
    return messages(resourceSpans, 2).flatMap((ofScope) =>
      messages(fieldsOf(ofScope), 2).map((span) => ({ ...spanOf(fieldsOf(span)), resource })),
    );
  });
}

function spanOf(span: Fields): Omit<ReceivedSpan, 'resource'> {
  const status = message(span, 15);
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentSpanId: hex(span, 4),
    name: text(span, 5),
    kind: Number(whole(span, 6)),
    startedAtNs: whole(span, 7),
    endedAtNs: whole(span, 8),
    attributes: attributesOf(span, 9),
    status: Number(whole(status, 3)),
    statusMessage: text(status, 2),
  };
}

function attributesOf(fields: Fields, number: number): Record<string, string | number | boolean> {
  return Object.fromEntries(
    messages(fields, number).map((bytes) => {
      const pair = fieldsOf(bytes);
      return [text(pair, 1), anyValue(message(pair, 2))];
    }),
  );
}

function anyValue(value: Fields): string | number | boolean {
  if (value.has(2)) return whole(value, 2) === 1n;
  if (value.has(3)) return Number(whole(value, 3));
  return text(value, 1);
}
