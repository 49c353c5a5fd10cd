import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Form } from '../forms/Form.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { goTo } from '../state/use-route.ts';
import { useAction } from '../state/use-action.ts';

type Run = Schemas['AgentRun'];

/** Goes on from a run that has ended: with the next question, or once more where it has no report. */
export function FollowUp({ run }: { run: Run }) {
  const isUnfinished = run.status !== 'completed';
  const [query, setQuery] = useState(isUnfinished ? (run.request?.query ?? '') : '');
  const ask = useAction(async () => {
    const body = { query, effort: run.request?.effort, previous_run_id: run.id };
    const next = await call<Run>('/v1/agent/runs', { method: 'POST', body });
    goTo(`#/research/${next.id}`);
  });
  return (
    <Form class="ask" aria-label="Follow up" submit={() => ask.run()}>
      <div class="box">
        <textarea
          rows={1}
          aria-label="Next question"
          placeholder="Ask on: the next run knows this one and its sources"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={ask.isRunning || query.trim() === ''}>
          {isUnfinished ? 'Resume' : 'Follow up'}
        </button>
      </div>
      {ask.error && <ErrorBox error={ask.error} />}
    </Form>
  );
}
