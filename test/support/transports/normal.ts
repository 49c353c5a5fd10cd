import { toJson, type DescMessage, type Message } from '@bufbuild/protobuf';

/** Fields that differ between two organizations or two moments. */
const OWN =
  /^(request_id|monitor_id|run_id|record_id|first_record_id|last_record_id|id|after|next|created|webhook_secret|.*_at|cause)$/;
const JSON_FIELDS = new Set(['output_schema', 'structured', 'response_format', 'metadata']);
/** Fields that are always null over REST, or that only gRPC has. */
const LEFT_OUT = new Set(['logprobs', 'refusal', 'truncated']);

/** A body of REST in the form in which both transports are compared. */
export function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => !isNothing(name, member));
  return Object.fromEntries(
    members
      .map(([name, member]) => [name, OWN.test(name) ? 'its own' : normal(member)])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
}

/** A field without a value: omitted, null or empty, depending on the transport. */
function isNothing(name: string, member: unknown): boolean {
  return (
    member === null ||
    LEFT_OUT.has(name) ||
    (Array.isArray(member) && member.length === 0) ||
    (member === '' && (name === 'scope' || name === 'content'))
  );
}

/** A message of gRPC in the same form, by the standard mapping of protobuf to JSON. */
export function normalMessage(schema: DescMessage, message: Message): unknown {
  return normal(reworded(toJson(schema, message, { useProtoFieldName: true, alwaysEmitImplicit: true })));
}

function reworded(value: unknown, name = ''): unknown {
  if (JSON_FIELDS.has(name)) return JSON.parse(value as string);
  if (Array.isArray(value)) return value.map((item) => reworded(item));
  if (typeof value === 'string') return small(value);
  if (typeof value !== 'object' || value === null) return value;
  const { content_enabled, content_options, snippets_enabled, snippet_options, ...rest } = value as Record<
    string,
    unknown
  >;
  const fields = { content: content_options ?? content_enabled, snippets: snippet_options ?? snippets_enabled };
  const named =
    name === 'fields' ? Object.fromEntries(Object.entries(fields).filter(([, member]) => member !== undefined)) : rest;
  return Object.fromEntries(
    Object.entries(named)
      .map(([member, inner]) => [member, reworded(inner, member)])
      .filter(([, inner]) => inner !== undefined),
  );
}

const CONSTANT =
  /^(?:MONITOR_STATUS|WEBHOOK_STATUS|RUN_STATE|RUN_STATUS|REQUEST_STATUS|RECORD_TYPE|NOVELTY|FETCH_STATUS|INDEX_STATUS|AGENT_RUN_STATUS|AGENT_RUN_STOP_REASON|CRAWL_STATUS|CRAWL_STOP_REASON|CRAWL_PAGE_STATUS)_([A-Z_]+)$/;

/** Enums in lower case. The zero value of an enum is no value. */
function small(text: string): string | undefined {
  const [, constant] = CONSTANT.exec(text) ?? [];
  if (constant === undefined) return text;
  return constant === 'UNSPECIFIED' ? undefined : constant.toLowerCase();
}
