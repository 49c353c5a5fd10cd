import { createThreads, type ThreadFailure } from '../../process/threads.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaProblem } from './schema-problem.ts';
import type { SchemaAnswer, SchemaTask } from './schema-thread.ts';

/**
 * Callers' JSON Schemas, compiled and evaluated in threads that can be killed, so that a hostile schema harms no other
 * caller.
 */
export interface SchemaValidator {
  /** Why a schema cannot be used, phrased to follow "the schema" in a sentence; undefined if it can. */
  problem(schema: JsonSchema, signal: AbortSignal): Promise<string | undefined>;
  /** Why a schema that we derive from a caller's cannot be used: as `problem`, without the callers' limits. */
  compileProblem(schema: JsonSchema, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Where a JSON value does not fit, as a message for its author; undefined if it fits.
   *
   * @param schema one without a `problem`
   * @param signal ends the work; its reason is rethrown
   */
  mismatch(schema: JsonSchema, value: unknown, signal: AbortSignal): Promise<string | undefined>;
  close(): Promise<void>;
}

// The second thread serves while the first is blocked.
const THREADS = 2;
const DEADLINE_MS = 500;
const START_MS = 10_000;
const MAX_HEAP_MB = 64;

const FAILURES: Record<ThreadFailure, string> = {
  'too slow': 'takes too long to check',
  'too much memory': 'takes too much memory to check',
  crashed: 'could not be checked',
};

export function createSchemas(): SchemaValidator {
  const script = new URL('schema-thread.ts', import.meta.url);
  const threads = createThreads<SchemaTask, SchemaAnswer>({
    script,
    threads: THREADS,
    startMs: START_MS,
    deadlineMs: DEADLINE_MS,
    maxHeapMb: MAX_HEAP_MB,
  });

  async function ask(task: SchemaTask, signal: AbortSignal): Promise<SchemaAnswer> {
    const asked = await threads.run(task, signal);
    if (asked.status === 'done') return asked.result;
    return task.type === 'value' ? `the schema ${FAILURES[asked.reason]}` : FAILURES[asked.reason];
  }

  return {
    async problem(given, signal) {
      const problem = schemaProblem(given);
      if (problem !== undefined) return problem;
      const schema = JSON.stringify(given);
      return (await ask({ type: 'form', schema }, signal)) ?? ask({ type: 'compile', schema }, signal);
    },
    compileProblem: (schema, signal) => ask({ type: 'compile', schema: JSON.stringify(schema) }, signal),
    mismatch: (schema, value, signal) =>
      ask({ type: 'value', schema: JSON.stringify(schema), value: JSON.stringify(value) }, signal),
    close: threads.close,
  };
}
