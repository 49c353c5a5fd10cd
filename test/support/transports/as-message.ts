import { ScalarType, type DescEnum, type DescField, type DescMessage } from '@bufbuild/protobuf';

type Members = Record<string, unknown>;

const JSON_FIELDS = new Set(['output_schema', 'response_format', 'metadata']);

/** The gRPC message for a REST request: a second implementation of docs/rules.md#grpc, independent of the product's. */
export function asMessage(schema: DescMessage, members: Members): Members {
  const init: Members = {};
  for (const [name, value] of Object.entries(reworded(schema.name, members))) {
    const field = schema.fields.find((one) => one.name === name);
    if (!field) throw new Error(`${schema.name} has no field ${name}`);
    init[field.localName] =
      Array.isArray(value) && field.fieldKind === 'list'
        ? value.map((item) => asField(field, item))
        : asField(field, value);
  }
  return init;
}

function reworded(message: string, members: Members): Members {
  if (message === 'SearchFields')
    return Object.fromEntries(
      Object.entries(members).map(([name, value]) =>
        typeof value === 'object'
          ? [name === 'content' ? 'content_options' : 'snippet_options', value]
          : [`${name}_enabled`, value],
      ),
    );
  if (message === 'ChatMessage' && Array.isArray(members.content))
    return { role: members.role, parts: members.content };
  return members;
}

function asField(field: DescField, value: unknown): unknown {
  if (JSON_FIELDS.has(field.name)) return JSON.stringify(value);
  if (field.enum) return constantOf(field.enum, value as string);
  if (field.scalar === ScalarType.BYTES) return Buffer.from(value as string, 'base64');
  if (field.message) return asMessage(field.message, (value ?? {}) as Members);
  return field.scalar === ScalarType.INT64 ? BigInt(value as string) : value;
}

function constantOf(schema: DescEnum, value: string): number {
  return schema.values.find(({ name }) => name.endsWith(`_${value.toUpperCase()}`))?.number ?? 0;
}
