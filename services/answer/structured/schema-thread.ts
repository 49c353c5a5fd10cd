import { parentPort } from 'node:worker_threads';
import { READY } from '../../threads.ts';
import { compiledProblem, mismatchOf } from './compiled-schemas.ts';

/** Both as JSON. Without a value, whether the schema can be compiled is asked. */
export interface SchemaTask {
  schema: string;
  value?: string;
}

/** What is wrong with the schema, or where the value does not fit; undefined where nothing is. */
export type SchemaAnswer = string | undefined;

// The first schema of a thread shall not pay for what all of them need.
compiledProblem('{}');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(READY);
parentPort?.on('message', ({ schema, value }: SchemaTask) => {
  const answer: SchemaAnswer = value === undefined ? compiledProblem(schema) : mismatchOf(schema, value);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer);
});
