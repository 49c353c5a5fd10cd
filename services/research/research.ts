import type { Pages } from '../fetch/pages.ts';
import type { PageResult } from '../fetch/read-page.ts';
import type { SearchDocument, SearchResult } from '../search/response.ts';
import { NoSourceAnswered, type Search } from '../search/search.ts';
import { SearchRequestSchema } from '../search/request.ts';
import { parseRequest } from '../validation.ts';
import { chooseFirst, chooseLinks } from './choose.ts';
import { planResearch, type Plan } from './plan.ts';
import type { ReadSource } from './read-source.ts';
import type { Asked, Begun, Outcome, RunState, StopReason } from './run-state.ts';
import type { Steps } from './steps.ts';
import type { ReportWriter } from './report-writer.ts';
import type { Report } from './write-report.ts';

const RESULTS_PER_SEARCH = 10;

/** The steps of a run, each found again when it is done already. The workflow decides their order. */
export interface Research {
  begin(runId: string): Promise<Begun | undefined>;
  plan(runId: string): Promise<{ questions: string[] }>;
  search(runId: string, task: { step: string; question: string }, signal: AbortSignal): Promise<{ found: number }>;
  choose(runId: string, round: number): Promise<ChosenSource[]>;
  read(runId: string, source: ChosenSource, signal: AbortSignal): Promise<{ status: 'ok' | 'error' }>;
  write(runId: string, signal: AbortSignal): Promise<{ usable: boolean }>;
  /** Ends the run unless it has ended; the status in which it is then. */
  finish(runId: string, stopReason: StopReason, usable: boolean): Promise<string>;
}

export interface ChosenSource {
  /** Names the source's page within the run, over all rounds. */
  ordinal: number;
  url: string;
}

export interface ResearchDependencies {
  state: RunState;
  steps: Steps;
  pages: Pages;
  search: Search;
  readSource: ReadSource;
  reportWriter: ReportWriter;
}

interface SearchStep {
  urls: string[];
}

export function createResearch({ state, steps, pages, search, readSource, reportWriter }: ResearchDependencies): Research {
  async function requireRun(runId: string): Promise<Asked> {
    const run = await state.read(runId);
    if (!run) throw new Error(`run ${runId} is gone`);
    return run;
  }

  /** The pages that were read, in the order in which they were chosen. */
  async function readPages(runId: string): Promise<Array<Extract<PageResult, { status: 'ok' }>>> {
    const read = await pages.ofReader(runId);
    return [...read].sort(([one], [other]) => one - other).flatMap(([, page]) => (page.status === 'ok' ? [page] : []));
  }

  return {
    begin: (runId) => state.begin(runId),

    plan: (runId) =>
      steps.once<Plan>({ runId, step: 'plan', kind: 'plan' }, async () => ({
        result: planResearch((await requireRun(runId)).query),
        credits: 0,
      })),

    async search(runId, { step, question }, signal) {
      const { urls } = await steps.once<SearchStep>({ runId, step, kind: 'search' }, async () => {
        const { orgId } = await requireRun(runId);
        const request = parseRequest(SearchRequestSchema, { query: question, max_results: RESULTS_PER_SEARCH, fields: { snippets: true } });
        const documents = await foundOrNone(search.search(orgId, request, signal));
        return documents ? { result: { urls: documents.map((document) => document.url) }, credits: 1 } : { result: { urls: [] }, credits: 0 };
      });
      return { found: urls.length };
    },

    choose: (runId, round) =>
      steps.once<ChosenSource[]>({ runId, step: `choose-${round}`, kind: 'plan' }, async () => {
        const chosen = await chosenBefore(steps, runId, round);
        const urls = round === 1 ? await firstRound(steps, runId) : chooseLinks(await readPages(runId), (await requireRun(runId)).query, new Set(chosen));
        return { result: urls.map((url, index) => ({ ordinal: chosen.length + index + 1, url })), credits: 0 };
      }),

    read: (runId, { ordinal, url }, signal) =>
      steps.once<{ status: 'ok' | 'error' }>({ runId, step: `read-${ordinal}`, kind: 'read' }, async () => {
        const { orgId } = await requireRun(runId);
        const page = await readSource({ readerId: runId, orgId, ordinal }, url, signal);
        return { result: { status: page.status }, credits: 1 };
      }),

    async write(runId, signal) {
      const report = await steps.once<Report>({ runId, step: 'write', kind: 'write' }, async () => {
        const [run, plan, sources] = await Promise.all([requireRun(runId), steps.find<Plan>(runId, 'plan'), readPages(runId)]);
        const result = await reportWriter.write({ query: run.query, questions: plan?.questions ?? [], wantsJson: run.wantsJson, sources }, signal);
        return { result, credits: 0 };
      });
      return { usable: report.isCited };
    },

    async finish(runId, stopReason, usable) {
      const report = await steps.find<Report>(runId, 'write');
      await state.finish(runId, outcomeOf(stopReason, report, usable));
      return (await requireRun(runId)).status;
    },
  };
}

/** Undefined where no source answered: a run goes on with what else it can read, and that search costs nothing. */
async function foundOrNone(searching: Promise<SearchResult>): Promise<SearchDocument[] | undefined> {
  try {
    return (await searching).documents;
  } catch (error) {
    if (error instanceof NoSourceAnswered) return undefined;
    throw error;
  }
}

function outcomeOf(stopReason: StopReason, report: Report | undefined, usable: boolean): Outcome {
  if (stopReason === 'cancelled') return { status: 'cancelled', stopReason };
  // A run that finished is complete even when it found nothing; one that was stopped needs a cited draft.
  const complete = stopReason === 'finished' || (usable && stopReason !== 'internal_error');
  if (report && complete) return { status: 'completed', stopReason, output: report.output };
  return { status: 'failed', stopReason, error: failure(stopReason) };
}

async function firstRound(steps: Steps, runId: string): Promise<string[]> {
  const [plan, searches] = await Promise.all([steps.find<Plan>(runId, 'plan'), steps.ofKind<SearchStep>(runId, 'search')]);
  return chooseFirst(plan?.urls ?? [], searches.map((one) => one.urls));
}

async function chosenBefore(steps: Steps, runId: string, round: number): Promise<string[]> {
  const rounds = Array.from({ length: round - 1 }, (_, index) => steps.find<ChosenSource[]>(runId, `choose-${index + 1}`));
  return (await Promise.all(rounds)).flatMap((chosen) => chosen ?? []).map((source) => source.url);
}

function failure(stopReason: StopReason): { code: string; message: string } {
  if (stopReason === 'internal_error') return { code: 'INTERNAL', message: 'Something went wrong on our side.' };
  return { code: 'DEADLINE_EXCEEDED', message: 'The run ended before it had a text that its sources support.' };
}
