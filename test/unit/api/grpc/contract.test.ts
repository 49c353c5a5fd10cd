import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DescMessage } from '@bufbuild/protobuf';
import { z } from 'zod';
import type { Method } from '../../../../api/grpc/method.ts';
import { allServices } from '../../../../api/grpc/services/all.ts';
import { describedOperations } from '../../../../api/operations/all.ts';

const buf = (...parameters: string[]) =>
  promisify(execFile)(process.execPath, ['node_modules/@bufbuild/buf/bin/buf', ...parameters], {
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
  });

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Members that one side has and the other has not: `+` of the message, `-` of REST. */
function differences(
  message: DescMessage,
  given: JsonSchema,
  { defs, at }: { defs: Record<string, JsonSchema>; at: string },
): string[] {
  const { properties = {} } = objectOf(given, defs);
  const fields = new Map(message.fields.map((field) => [field.name, field]));
  const missing = Object.keys(properties)
    .filter((name) => !fields.has(name))
    .map((name) => `- ${at}.${name}`);
  return missing.concat(
    [...fields].flatMap(([name, field]) => {
      const member = properties[name];
      if (!member) return [`+ ${at}.${name}`];
      const { items, ...single } = objectOf(member, defs);
      const inner = items ? objectOf(items, defs) : single;
      // A monitor's searches are checked by code there; they are compared as the request of a search.
      if (!field.message || field.message.typeName.startsWith('google.') || (member && !inner.properties)) return [];
      return differences(field.message, inner, { defs, at: field.message.name });
    }),
  );
}

/** Without references and null. */
function objectOf(schema: JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  if (schema.$ref) return objectOf(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs);
  const named = schema.anyOf?.map((one) => objectOf(one, defs)).find((one) => one.properties ?? one.items);
  return named ?? schema;
}

const jsonOf = (schema: z.ZodType | undefined, io: 'input' | 'output') =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema) : {};

function requestDifferences({ desc, operation }: Method): string[] {
  const body = jsonOf(operation.body?.schema ?? operation.query, 'input');
  const params = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, {}] as const);
  const properties = { api_key: {}, ...objectOf(body, body.$defs ?? {}).properties, ...Object.fromEntries(params) };
  return differences(desc.input, { properties }, { defs: body.$defs ?? {}, at: desc.input.name });
}

function responseDifferences({ desc, operation, bodyIn }: Method): string[] {
  const body = jsonOf(operation.success.schema, 'output');
  return differences(desc.output, bodyIn ? { properties: { [bodyIn]: body } } : body, {
    defs: body.$defs ?? {},
    at: desc.output.name,
  });
}

describe('the contract of gRPC', () => {
  const services = allServices(describedOperations(), () => assert.fail());
  const methods = services.flatMap(({ methods }) =>
    methods.filter((method): method is Method => 'operation' in method),
  );

  it('serves every method of the contract', () => {
    for (const { desc, methods } of services)
      assert.deepEqual(methods.map((method) => method.desc.name).sort(), desc.methods.map(({ name }) => name).sort());
  });

  it('accepts the same fields as REST, under the same names, except those that messages express otherwise', () => {
    assert.deepEqual([...new Set(methods.flatMap(requestDifferences))].sort(), [
      // REST lists documents and reads one by the same path, where gRPC has two methods.
      // A method of its own streams; a chat is asked for one answer without tools, and its message has text or parts.
      '+ ChatMessage.parts',
      '+ SearchFields.content_enabled',
      '+ SearchFields.content_options',
      '+ SearchFields.snippet_options',
      '+ SearchFields.snippets_enabled',
      '+ Webhook.status_reason',
      '- AnswerRequest.stream',
      '- AnswerStreamRequest.stream',
      '- CreateChatCompletionRequest.functions',
      '- CreateChatCompletionRequest.n',
      '- CreateChatCompletionRequest.stream',
      '- CreateChatCompletionRequest.stream_options',
      '- CreateChatCompletionRequest.tools',
      '- GetDocumentRequest.after',
      '- GetDocumentRequest.collection',
      '- GetDocumentRequest.domain',
      '- GetDocumentRequest.limit',
      '- GetDocumentRequest.prefix',
      '- GetDocumentRequest.q',
      '- GetDocumentRequest.source',
      '- ListDocumentsRequest.url',
      '- SearchFields.content',
      '- SearchFields.snippets',
      '- StreamChatCompletionRequest.functions',
      '- StreamChatCompletionRequest.n',
      '- StreamChatCompletionRequest.stream',
      '- StreamChatCompletionRequest.tools',
    ]);
  });

  it('responds with the same fields as REST, under the same names', () => {
    const unary = methods.filter(({ desc }) => desc.methodKind === 'unary');
    // REST lists documents and reads one by the same path. A chat's citations are shorter; one member tells of a limit that is gRPC's own; two are always null over REST.
    assert.deepEqual([...new Set(unary.flatMap(responseDifferences))].sort(), [
      '+ Citation.published_date',
      '+ Citation.title',
      '+ FetchResult.truncated',
      '- ChatChoice.logprobs',
      '- ChatCompletionMessage.refusal',
      '- GetDocumentResponse.documents',
      '- GetDocumentResponse.next',
      '- GetDocumentResponse.total',
      '- ListDocumentsResponse.document',
    ]);
  });

  it('is well formed, and compatible with all releases', async () => {
    await buf('lint');
    await buf('breaking', '--against', 'proto/released.binpb');
  });

  it('is the source of the generated code (npm run generate)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-gen-'));
    try {
      await buf('generate', '-o', folder);
      const files = (await readdir('gen', { recursive: true, withFileTypes: true }))
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name));
      const made = (await readdir(join(folder, 'gen'), { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      );
      assert.equal(made.length, files.length);
      for (const file of files)
        assert.equal(await readFile(join(folder, file), 'utf8'), await readFile(file, 'utf8'), file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
