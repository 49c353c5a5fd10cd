import { RUN_LIMITS } from '../temporal/time-limits.ts';
import { PAGE_CREDITS, RUN_SEARCH_CREDITS } from '../billing/prices.ts';
import { modelFor } from '../model/model-for.ts';
import type { SearchDocument, SearchResult } from '../search/snippets/search-result.ts';
import { NoSourceAnswered, type Search } from '../search/search.ts';
import { searchRequest, type SearchOptions } from '../search/snippets/search-request.ts';
import type { RunFilters } from '../../entities/research/agent-run.ts';
import { parseDate } from '../dates/parse-date.ts';
import { labelFilterOf } from '../query/labels.ts';
import type { Scope } from '../query/scopes.ts';
import { passesDomains } from '../query/filters.ts';
import { chooseSources, type ChosenSource } from './gather/choose-step.ts';
import { CAPS, DEPTHS } from './state/effort.ts';
import { followUpsAfter } from './gather/follow-up.ts';
import { planResearch } from './gather/plan.ts';
import type { ReadPrevious } from './run/previous-run.ts';
import { planWithModel } from './gather/plan-with-model.ts';
import type { ReadyScopes } from './gather/ready-scopes.ts';
import type { ReadSource } from './gather/read-source.ts';
import { ServiceError } from '../core/errors.ts';
import type { Model } from '../model/port.ts';
import { stepModel } from './state/step-model.ts';
import { furtherSearches, noteStepOf, type LeadDependencies } from './notes/lead-run.ts';
import { outcomeOf } from './run/outcome.ts';
import type { RunStart, TerminalRun, RunTransitions, StopReason } from './state/run-state.ts';
import {
  searchFindings,
  followedSearches,
  followUpStep,
  PLAN_STEP,
  plannedSearches,
  searchesOf,
  searchStep,
} from './gather/searched.ts';
import type { StepContext, StepKey } from './state/steps.ts';
import { WRITE_STEP, writeReportOf, type ReportStepDependencies } from './report/report-step.ts';
import { requestedSearches, scopedSearches } from './gather/scopes.ts';

const RESULTS_PER_SEARCH = 10;
const SNIPPETS_A_RESULT = 3;
const NO_SCOPES: ReadonlyMap<string, Scope> = new Map();

/** The steps of a run. Each one finds its stored result if it is complete. The workflow decides their order. */
export interface Research {
  /** `isLed`: a language model leads the run. */
  begin(runId: string): Promise<(RunStart & { isLed: boolean }) | TerminalRun | undefined>;
  plan(of: StepContext, signal: AbortSignal): Promise<{ questions: string[] }>;
  search(of: StepContext, task: SearchTask, signal: AbortSignal): Promise<{ found: number }>;
  /** Chooses follow-up searches from the results so far. */
  followUp(runId: string, round: number): Promise<{ questions: string[] }>;
  /** Lets the model that leads the run choose the searches of a round. */
  furtherSearches(of: StepContext, round: number, signal: AbortSignal): Promise<{ questions: string[] }>;
  choose(runId: string, round: number): Promise<ChosenSource[]>;
  read(of: StepContext, source: ChosenSource, signal: AbortSignal): Promise<{ status: 'ok' | 'error' }>;
  /** Lets the model that leads the run note the content of a page. */
  note(of: StepContext, page: number, signal: AbortSignal): Promise<{ noted: number }>;
  write(of: StepContext, signal: AbortSignal): Promise<{ usable: boolean; fits: boolean }>;
  /** Ends a run that has not ended, and returns its final status. */
  finish(runId: string, stopReason: StopReason, usable: boolean): Promise<string>;
}

export interface SearchTask {
  /** 0 for the planned searches; otherwise the round of the follow-up. */
  round: number;
  /** Index within its round, from 0. */
  index: number;
  question: string;
}

export interface ResearchDependencies extends ReportStepDependencies {
  state: RunTransitions;
  search: Pick<Search, 'search'>;
  readyScopes: ReadyScopes;
  readSource: ReadSource;
  readPrevious: ReadPrevious;
}

export function createResearch({
  state,
  search,
  readyScopes,
  readSource,
  readPrevious,
  ...writing
}: ResearchDependencies): Research {
  const { steps, pages, notes, evidenceReader, model } = writing;

  /** A worker without a model may receive a step of a run that another worker started with a model. */
  const led = (): LeadDependencies => ({ steps, pages, notes, evidenceReader, model: model ?? NO_MODEL });

  return {
    async begin(runId) {
      const begun = await state.begin(runId);
      return begun && 'isNew' in begun ? { ...begun, isLed: model !== undefined } : begun;
    },

    async plan(of, signal) {
      const plan = await steps.once(
        { ...of, ...PLAN_STEP },
        async ({ orgId, query, effort, filters, previousRunId }) => {
          const ready = await readyScopes(orgId);
          const earlier = await readPrevious(orgId, previousRunId);
          const previous = earlier && { ...earlier, cited: citedWithin(earlier.cited, filters) };
          const { steps: mostSteps } = CAPS[effort];
          const observed = model && stepModel(modelFor(model, RUN_LIMITS.planModel));
          const { plan, named } = observed
            ? await planWithModel(observed, { query, scopes: ready, previous }, signal)
            : { plan: planResearch(query, previous), named: NO_SCOPES };
          return {
            result: {
              ...plan,
              ...(filters.scopes.length > 0
                ? {
                    scoped: requestedSearches(plan.questions, filters.scopes as Scope[], mostSteps),
                    isScopedOnly: true,
                  }
                : { scoped: scopedSearches({ questions: plan.questions, ready, named, steps: mostSteps }) }),
            },
            credits: 0,
            ...observed?.used(),
          };
        },
      );
      return { questions: searchesOf(plan).map(({ question }) => question) };
    },

    async search(of, { round, index, question }, signal) {
      const { urls } = await steps.once({ ...of, ...searchStep(round, index) }, async ({ orgId, filters }) => {
        const planned = round === 0 ? searchesOf(await steps.find(of.runId, PLAN_STEP))[index]?.scope : undefined;
        const scope = planned ?? (filters.scopes[0] as Scope | undefined);
        const fields = { snippets: { maxSnippetsPerResult: SNIPPETS_A_RESULT } };
        const request = searchRequest({
          query: question,
          scope,
          maxResults: RESULTS_PER_SEARCH,
          fields,
          ...filtersOf(filters),
        });
        const documents = await searchOrNone(search.search(orgId, request, signal));
        return {
          result: { ...searchFindings(question, documents ?? []), ...(scope && { scope }) },
          credits: documents ? RUN_SEARCH_CREDITS : 0,
        };
      });
      return { found: urls.length };
    },

    async followUp(runId, round) {
      const followUps = await steps.once({ runId, isFirstTry: false, ...followUpStep(round) }, async ({ effort }) => {
        const planned = await plannedSearches(steps, runId);
        const most = DEPTHS[effort].followUps;
        const last = round === 1 ? undefined : await followedSearches(steps, runId, round - 1);
        return { result: followUpsAfter(planned, last, most), credits: 0 };
      });
      return { questions: followUps.map(({ question }) => question) };
    },

    furtherSearches: (of, round, signal) => furtherSearches(led(), of, round, signal),

    note: (of, page, signal) => noteStepOf(led(), of, page, signal),

    choose: (runId, round) => chooseSources({ steps, pages }, runId, round),

    read: (of, { ordinal, url }, signal) =>
      steps.once({ ...of, ...readStep(ordinal) }, async ({ orgId }) => {
        const page = await readSource({ readerId: of.runId, orgId, ordinal }, url, signal);
        return { result: { status: page.status, url }, credits: page.status === 'ok' ? PAGE_CREDITS : 0 };
      }),

    async write(of, signal) {
      const report = await writeReportOf(writing, of, signal);
      return { usable: report.isCited, fits: report.isUnfit !== true };
    },

    async finish(runId, stopReason, usable) {
      const report = await steps.find(runId, WRITE_STEP);
      await state.finish(runId, outcomeOf(stopReason, report, usable));
      const run = await state.read(runId);
      if (!run) throw new Error(`run ${runId} is gone`);
      return run.status;
    },
  };
}

/** Pages that an earlier run has cited and that this one may read. Their collection and metadata are not known. */
function citedWithin(cited: readonly string[], filters: RunFilters): string[] {
  return labelFilterOf(filters) ? [] : cited.filter((url) => passesDomains(url, filters));
}

function filtersOf({
  includeDomains,
  excludeDomains,
  from,
  to,
  collections,
  metadata,
}: RunFilters): Partial<SearchOptions> {
  return {
    includeDomains,
    excludeDomains,
    from: from === null ? undefined : parseDate(from),
    to: to === null ? undefined : parseDate(to),
    labels: labelFilterOf({ collections, metadata }),
  };
}

const NO_MODEL: Model = {
  // oxlint-disable-next-line require-yield
  async *write() {
    throw new ServiceError('UNAVAILABLE', 'No language model is configured.');
  },
};

const readStep = (ordinal: number): StepKey<{ status: 'ok' | 'error'; url: string }> => ({
  step: `read-${ordinal}`,
  kind: 'read',
});

/** Undefined if no provider responded: the run continues with its other sources, and the search costs nothing. */
async function searchOrNone(search: Promise<SearchResult>): Promise<SearchDocument[] | undefined> {
  try {
    return (await search).documents;
  } catch (error) {
    if (error instanceof NoSourceAnswered) return undefined;
    throw error;
  }
}
