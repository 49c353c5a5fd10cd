import { RUN_LIMITS } from '../temporal/time-limits.ts';
import { modelFor } from '../model/model-for.ts';
import type { SearchDocument, SearchResult } from '../search/snippets/search-result.ts';
import { NoSourceAnswered, type Search } from '../search/search.ts';
import { searchRequest } from '../search/snippets/search-request.ts';
import type { Scope } from '../query/scopes.ts';
import { chooseSources, type ChosenSource } from './gather/choose-step.ts';
import { CAPS, DEPTHS } from './state/effort.ts';
import { firstFollowUps, laterFollowUps } from './gather/follow-up.ts';
import { planResearch } from './gather/plan.ts';
import { planWithModel } from './gather/plan-with-model.ts';
import type { ReadyScopes } from './gather/ready-scopes.ts';
import type { ReadSource } from './gather/read-source.ts';
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
import { scopedSearches } from './gather/scopes.ts';

const RESULTS_PER_SEARCH = 10;
const SNIPPETS_A_RESULT = 3;
const NO_SCOPES: ReadonlyMap<string, Scope> = new Map();

/** The steps of a run. Each one finds its stored result if it is complete. The workflow decides their order. */
export interface Research {
  begin(runId: string): Promise<RunStart | TerminalRun | undefined>;
  plan(of: StepContext, signal: AbortSignal): Promise<{ questions: string[] }>;
  search(of: StepContext, task: SearchTask, signal: AbortSignal): Promise<{ found: number }>;
  /** Chooses follow-up searches from the results so far. */
  followUp(runId: string, round: number): Promise<{ questions: string[] }>;
  choose(runId: string, round: number): Promise<ChosenSource[]>;
  read(of: StepContext, source: ChosenSource, signal: AbortSignal): Promise<{ status: 'ok' | 'error' }>;
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
  search: Search;
  readyScopes: ReadyScopes;
  readSource: ReadSource;
}

export function createResearch({ state, search, readyScopes, readSource, ...writing }: ResearchDependencies): Research {
  const { steps, pages, model } = writing;
  return {
    begin: (runId) => state.begin(runId),

    async plan(of, signal) {
      const plan = await steps.once({ ...of, ...PLAN_STEP }, async ({ orgId, query, effort }) => {
        const ready = await readyScopes(orgId);
        const { plan, named } = model
          ? await planWithModel(modelFor(model, RUN_LIMITS.planModel), { query, scopes: ready }, signal)
          : { plan: planResearch(query), named: NO_SCOPES };
        return {
          result: {
            ...plan,
            scoped: scopedSearches({ questions: plan.questions, ready, named, steps: CAPS[effort].steps }),
          },
          credits: 0,
        };
      });
      return { questions: searchesOf(plan).map(({ question }) => question) };
    },

    async search(of, { round, index, question }, signal) {
      const { urls } = await steps.once({ ...of, ...searchStep(round, index) }, async ({ orgId }) => {
        const scope = round === 0 ? searchesOf(await steps.find(of.runId, PLAN_STEP))[index]?.scope : undefined;
        const fields = { snippets: { maxSnippetsPerResult: SNIPPETS_A_RESULT } };
        const request = searchRequest({ query: question, scope, maxResults: RESULTS_PER_SEARCH, fields });
        const documents = await searchOrNone(search.search(orgId, request, signal));
        return {
          result: { ...searchFindings(question, documents ?? []), ...(scope && { scope }) },
          credits: documents ? 1 : 0,
        };
      });
      return { found: urls.length };
    },

    async followUp(runId, round) {
      const followUps = await steps.once({ runId, isFirstTry: false, ...followUpStep(round) }, async ({ effort }) => {
        const planned = await plannedSearches(steps, runId);
        const most = DEPTHS[effort].followUps;
        if (round === 1) return { result: firstFollowUps(planned, most), credits: 0 };
        const followed = await followedSearches(steps, runId, round - 1);
        const seen = new Set(planned.flatMap(({ leads }) => leads.map(({ url }) => url)));
        return { result: laterFollowUps(followed, seen, most), credits: 0 };
      });
      return { questions: followUps.map(({ question }) => question) };
    },

    choose: (runId, round) => chooseSources({ steps, pages }, runId, round),

    read: (of, { ordinal, url }, signal) =>
      steps.once({ ...of, ...readStep(ordinal) }, async ({ orgId }) => {
        const page = await readSource({ readerId: of.runId, orgId, ordinal }, url, signal);
        return { result: { status: page.status, url }, credits: page.status === 'ok' ? 1 : 0 };
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
