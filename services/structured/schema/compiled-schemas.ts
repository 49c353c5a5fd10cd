import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { knownKeywords, type JsonSchema } from './json-schema.ts';

// Schemas come from callers, so they are compiled only in a thread that can be killed: see `SchemaValidator`.

const MOST_COMPILED = 32;
const LONGEST_MESSAGE = 300;
const ENDLESS = 'refers to itself without end';

/** Validates schemas and compiles none. */
const metaSchema = new Ajv2020({ strict: false, logger: false });

/** Recently used schemas, the latest last. */
const compiled = new Map<string, ValidateFunction>();

/** Why a schema, given as JSON, is malformed, as a message for its author; undefined if it is well-formed. */
export function formProblem(schemaJson: string): string | undefined {
  const schema = knownKeywords(JSON.parse(schemaJson)) as JsonSchema;
  return metaSchema.validateSchema(schema) === true ? undefined : malformed(metaSchema.errors ?? []);
}

/** Why a well-formed schema, given as JSON, cannot be compiled, as a message for its author; undefined if it can. */
export function compileProblem(schemaJson: string): string | undefined {
  try {
    const validate = compile(schemaJson);
    // An endlessly recursive schema fails on one of these values.
    for (const value of [null, {}, [], '', 0]) validate(value);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return ENDLESS;
    return `cannot be used: ${error instanceof Error ? error.message : String(error)}`.slice(0, LONGEST_MESSAGE);
  }
}

/** Where a JSON value does not fit a valid schema, as a message for its author; undefined if it fits. */
export function mismatchOf(schemaJson: string, valueJson: string): string | undefined {
  try {
    const validate = compile(schemaJson);
    return validate(JSON.parse(valueJson)) ? undefined : described(validate.errors ?? []);
  } catch (error) {
    if (error instanceof RangeError) return `the schema ${ENDLESS}`;
    throw error;
  }
}

function compile(schemaJson: string): ValidateFunction {
  const known = compiled.get(schemaJson);
  compiled.delete(schemaJson);
  const validate = known ?? newCompiler().compile(knownKeywords(JSON.parse(schemaJson)) as JsonSchema);
  compiled.set(schemaJson, validate);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= MOST_COMPILED) break;
    compiled.delete(oldest);
  }
  return validate;
}

/** One compiler for each schema: a compiler retains parts of all schemas that it has compiled. */
function newCompiler(): Ajv2020 {
  return new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    // Without this, {} would appear to have the member `toString`.
    ownProperties: true,
    validateFormats: false,
    // Binary fractions are inexact: without a tolerance, 0.3 would not be a multiple of 0.1.
    multipleOfPrecision: 9,
    // Compilation has a time limit, and a schema is used a few hundred times at most, so optimization does not pay off.
    code: { regExp: linearRegExp, optimize: false },
  });
}

/** Patterns are matched in linear time, which excludes look-around and back references. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const expression = compilePattern(pattern);
    return { test: (text: string) => expression.matcher(text).find() };
  },
  // Ajv asks for the source code of a standalone module; none is generated.
  { code: 'linearRegExp' },
);

function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    throw new Error(`its pattern ${JSON.stringify(pattern.slice(0, 64))} cannot be matched in linear time: ${why}`, {
      cause: error,
    });
  }
}

function malformed(errors: readonly Partial<ErrorObject>[]): string {
  const deepest = errors.toSorted((a, b) => (b.instancePath?.length ?? 0) - (a.instancePath?.length ?? 0))[0];
  const path = deepest?.instancePath ?? '';
  const keyword = path.split('/').findLast((step) => !/^\d*$/.test(step)) ?? 'root';
  return `has a malformed ${keyword}${path.split('/').length > 2 ? `, at ${path}` : ''}: it ${deepest?.message ?? 'is no schema'}`.slice(
    0,
    LONGEST_MESSAGE,
  );
}

/** Joins two errors: Ajv reports the error of the whole value last, and that of a part first. */
function described(errors: readonly ErrorObject[]): string {
  const [first, last] = [errors[0], errors.at(-1)];
  const whole = last ? sentenceOf(last) : 'the value does not fit the schema';
  return (first && first !== last ? `${whole} (${sentenceOf(first)})` : whole).slice(0, LONGEST_MESSAGE);
}

function sentenceOf({ instancePath, message, params }: ErrorObject): string {
  const extra: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  return `${instancePath || 'the value'} ${message}${typeof extra === 'string' ? `: ${extra}` : ''}`;
}
