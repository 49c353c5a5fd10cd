import { z } from 'zod';
import type { ResponseFormat } from '../../../services/structured/schema/response-format.ts';

const schemaMembers = {
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'is not 1 to 64 letters, digits, _ or -')
    .describe('Name of the schema.'),
  description: z.string().nullish().describe('Description of the schema for the model.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the result.'),
  strict: z.boolean().nullish().describe('Whether the result must match the schema exactly. Default false.'),
};

const schemaType = z.literal('json_schema').describe('JSON that matches the schema.');

const Nested = z.strictObject({
  type: schemaType,
  json_schema: z.strictObject(schemaMembers).describe('The schema, with its name.'),
});
const Flat = z.strictObject({ type: schemaType, ...schemaMembers });
const Plain = z.strictObject({
  type: z.enum(['text', 'json_object']).describe('text: Markdown. json_object: a JSON object of any form.'),
});

/** Both shapes of docs/rules.md#answers, as given: the fields of a schema under `json_schema`, or beside `type`. */
export const ResponseFormatInput = z.union(
  [Plain, Nested, Flat],
  'is neither text, json_object nor a complete json_schema',
);

/** The same in one shape, with its default. */
export const ResponseFormatBody = ResponseFormatInput.nullish().transform(toResponseFormat);

function toResponseFormat(given: z.output<typeof ResponseFormatInput> | null | undefined): ResponseFormat {
  if (!given) return { type: 'text' };
  if (given.type !== 'json_schema') return { type: given.type };
  const { name, schema, strict } = 'json_schema' in given ? given.json_schema : given;
  return { type: 'json_schema', name, schema, strict: strict ?? false };
}
