import { parentPort } from 'node:worker_threads';
import { READY } from '../../process/threads.ts';
import { compileProblem, formProblem, mismatchOf } from './compiled-schemas.ts';

/**
 * Schema and value are JSON. A schema's form is checked, then it is compiled, then values are validated: each step is a
 * task with a limit of its own.
 */
export type SchemaTask =
  | { type: 'form' | 'compile'; schema: string }
  | { type: 'value'; schema: string; value: string };

/** The fault of the schema, or where the value does not fit; undefined if there is none. */
export type SchemaAnswer = string | undefined;

// Warm-up: the first schema of a thread must not pay for shared initialization.
formProblem('{}');
compileProblem('{"pattern": "a"}');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(READY);
parentPort?.on('message', (task: SchemaTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(task));
});

function answer(task: SchemaTask): SchemaAnswer {
  switch (task.type) {
    case 'form':
      return formProblem(task.schema);
    case 'compile':
      return compileProblem(task.schema);
    case 'value':
      return mismatchOf(task.schema, task.value);
  }
}
