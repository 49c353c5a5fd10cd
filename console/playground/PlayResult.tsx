import { call as callQuarry } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { Skeleton } from '../parts/Shown.tsx';
import { goTo } from '../state/use-route.ts';
import type { ShownCall } from '../text/examples.ts';
import { duration } from '../text/times.ts';
import { AnswerView } from './AnswerView.tsx';
import { FetchedPages } from './FetchedPages.tsx';
import type { Mode } from './modes.ts';
import { SearchResults } from './SearchResults.tsx';
import { streamAnswer, type StreamedAnswer } from './stream-answer.ts';
import { usePlay } from './use-play.ts';

type Result =
  | { mode: 'search'; found: Schemas['SearchResponse'] }
  | { mode: 'answer'; answer: StreamedAnswer }
  | { mode: 'fetch'; fetched: Schemas['FetchResponse'] }
  | { mode: 'research'; run: Schemas['AgentRun'] };

/** What one call brought, with the call itself. */
export function PlayResult({ mode, call }: { mode: Exclude<Mode, 'chat'>; call: ShownCall }) {
  const { value, error, tookMs } = usePlay<Result>(call, (signal, tell) => perform(mode, call, { signal, tell }));
  return (
    <section class="play" aria-label="Result" aria-busy={tookMs === undefined}>
      {error && <ErrorBox error={error} />}
      {!value && !error && <Skeleton lines={8} />}
      {value && <ResultView result={value} query={queryOf(call)} />}
      {tookMs !== undefined && (
        <p class="quiet row facts">
          <span>{duration(tookMs)}</span>
          {value && <code class="break">{requestIdOf(value)}</code>}
        </p>
      )}
      <Examples call={call} />
    </section>
  );
}

interface Performing {
  signal: AbortSignal;
  tell(result: Result): void;
}

async function perform(mode: Exclude<Mode, 'chat'>, call: ShownCall, { signal, tell }: Performing): Promise<Result> {
  const ask = <Body,>() => callQuarry<Body>(call.path, { method: 'POST', body: call.body, signal });
  switch (mode) {
    case 'search':
      return { mode, found: await ask<Schemas['SearchResponse']>() };
    case 'answer':
      return { mode, answer: await streamAnswer(call, signal, (answer) => tell({ mode, answer })) };
    case 'fetch':
      return { mode, fetched: await ask<Schemas['FetchResponse']>() };
    case 'research': {
      const run = await ask<Schemas['AgentRun']>();
      goTo(`#/research/${run.id}`);
      return { mode, run };
    }
  }
}

const queryOf = ({ body }: ShownCall) => (body as { query?: string }).query ?? '';

function ResultView({ result, query }: { result: Result; query: string }) {
  switch (result.mode) {
    case 'search':
      return <SearchResults found={result.found} query={query} />;
    case 'answer':
      return <AnswerView answer={result.answer} />;
    case 'fetch':
      return <FetchedPages results={result.fetched.results} />;
    case 'research':
      return <a href={`#/research/${result.run.id}`}>The run has started.</a>;
  }
}

function requestIdOf(result: Result): string {
  switch (result.mode) {
    case 'search':
      return result.found.request_id;
    case 'answer':
      return result.answer.requestId ?? '';
    case 'fetch':
      return result.fetched.request_id;
    case 'research':
      return result.run.id;
  }
}
