import { parentPort } from 'node:worker_threads';
import { READY } from '../../process/threads.ts';
import { compileProblem, formProblem, mismatchOf } from './compiled-schemas.ts';

/** Schema and value are JSON. A schema is asked for its form, then compiled, then has values: each is a task with a limit of its own. */
export type SchemaTask =
  | { type: 'form' | 'compile'; schema: string }
  | { type: 'value'; schema: string; value: string };

/** What is wrong with the schema, or where the value does not fit; undefined where nothing is. */
export type SchemaAnswer = string | undefined;

// The first schema of a thread shall not pay for what all of them need.
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
