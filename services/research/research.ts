import { readable } from '../answer/sources-of.ts';
import type { Schemas } from '../answer/structured/schemas.ts';
import type { Model } from '../model/model.ts';
import type { Pages } from '../fetch/pages.ts';
import type { PageResult } from '../fetch/read-page.ts';
import type { SearchDocument, SearchResult } from '../search/response.ts';
import { NoSourceAnswered, type Search } from '../search/search.ts';
import { SearchRequestSchema } from '../search/request.ts';
import type { Scope } from '../search/scopes.ts';
import { parseRequest } from '../validation.ts';
import { chooseFirst, chooseLater, chooseLinks } from './choose.ts';
import { CAPS, DEPTHS } from './effort.ts';
import { firstFollowUps, laterFollowUps, type FollowUp, type Searched } from './follow-up.ts';
import { draftReport, type DraftTask } from './draft.ts';
import { readLanguage, type Language } from './language.ts';
import { planResearch, type Plan } from './plan.ts';
import { planWithModel } from './plan-with-model.ts';
import type { ReadyScopes } from './ready-scopes.ts';
import type { ReadSource } from './read-source.ts';
import { outcomeOf } from './outcome.ts';
import type { Asked, Begun, RunState, StopReason } from './run-state.ts';
import { asSearched, followedSearches, plannedSearches, searchesOf, searchStep } from './searched.ts';
import type { OfRun, Steps } from './steps.ts';
import type { ReportWriter } from './report-writer.ts';
import type { NumberedSource } from './sections.ts';
import { scopedSearches } from './scopes.ts';
import { fillStructured, type StructuredDeps } from './structured.ts';
import { translateReport } from './translate.ts';
import type { Report } from './write-report.ts';

const RESULTS_PER_SEARCH = 10;

/** The steps of a run, each found again when it is done already. The workflow decides their order. */
export interface Research {
  begin(runId: string): Promise<Begun | undefined>;
  plan(of: OfRun, signal: AbortSignal): Promise<{ questions: string[] }>;
  search(of: OfRun, task: SearchTask, signal: AbortSignal): Promise<{ found: number }>;
  /** Which searches the results so far suggest. */
  followUp(runId: string, round: number): Promise<{ questions: string[] }>;
  choose(runId: string, round: number): Promise<ChosenSource[]>;
  read(of: OfRun, source: ChosenSource, signal: AbortSignal): Promise<{ status: 'ok' | 'error' }>;
  write(of: OfRun, signal: AbortSignal): Promise<{ usable: boolean; fits: boolean }>;
  /** Ends the run unless it has ended; the status in which it is then. */
  finish(runId: string, stopReason: StopReason, usable: boolean): Promise<string>;
}

export interface SearchTask {
  /** 0 for the planned searches, else of which round it is a follow-up. */
  round: number;
  /** Its place among those of its round, from 0. */
  index: number;
  question: string;
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
  readyScopes: ReadyScopes;
  readSource: ReadSource;
  reportWriter: ReportWriter;
  /** Plans and writes; undefined: both from words alone. */
  model: Model | undefined;
  schemas: Pick<Schemas, 'mismatch'>;
}

// About what a model reads at once, with room to spare.
const EVIDENCE_PASSAGES = 40;
export function createResearch({ state, steps, pages, search, readyScopes, readSource, reportWriter, model, schemas }: ResearchDependencies): Research {
  async function requireRun(runId: string): Promise<Asked & { status: string }> {
    const run = await state.read(runId);
    if (!run) throw new Error(`run ${runId} is gone`);
    return run;
  }

  /** The pages that were read, in the order in which they were chosen. */
  async function readPages(runId: string): Promise<Array<Extract<PageResult, { status: 'ok' }>>> {
    const read = await pages.ofReader(runId);
    return [...read].sort(([one], [other]) => one - other).flatMap(([, page]) => (page.status === 'ok' ? [page] : []));
  }

  async function laterRound(runId: string, { query }: Asked, { round, chosen }: { round: number; chosen: ReadonlySet<string> }): Promise<string[]> {
    const [followed, read] = await Promise.all([followedSearches(steps, runId, round), readPages(runId)]);
    return chooseLater(followed.map(({ searched }) => searched.urls), chooseLinks(read, query, chosen), chosen);
  }

  return {
    begin: (runId) => state.begin(runId),

    async plan(of, signal) {
      const plan = await steps.once<Plan>({ ...of, step: 'plan', kind: 'plan' }, async ({ orgId, query, effort }) => {
        const ready = await readyScopes(orgId);
        const { plan, named } = model ? await planWithModel(model, { query, scopes: ready }, signal) : { plan: planResearch(query), named: NONE_NAMED };
        return { result: { ...plan, scoped: scopedSearches({ questions: plan.questions, ready, named, steps: CAPS[effort].steps }) }, credits: 0 };
      });
      return { questions: searchesOf(plan).map(({ question }) => question) };
    },

    async search(of, { round, index, question }, signal) {
      const { urls } = await steps.once<Searched>({ ...of, step: searchStep(round, index), kind: 'search' }, async ({ orgId }) => {
        const scope = round === 0 ? searchesOf(await steps.find<Plan>(of.runId, 'plan'))[index]?.scope : undefined;
        // One snippet a document is its best passage.
        const fields = { snippets: { max_snippets_per_result: 1 } };
        const request = parseRequest(SearchRequestSchema, { query: question, scope, max_results: RESULTS_PER_SEARCH, fields });
        const documents = await foundOrNone(search.search(orgId, request, signal));
        return { result: { ...asSearched(question, documents ?? []), ...(scope && { scope }) }, credits: documents ? 1 : 0 };
      });
      return { found: urls.length };
    },

    async followUp(runId, round) {
      const followUps = await steps.once<FollowUp[]>({ runId, isFirstTry: false, step: `follow-${round}`, kind: 'plan' }, async ({ effort }) => {
        const planned = await plannedSearches(steps, runId);
        const most = DEPTHS[effort].followUps;
        if (round === 1) return { result: firstFollowUps(planned, most), credits: 0 };
        const followed = await followedSearches(steps, runId, round - 1);
        const seen = new Set(planned.flatMap(({ leads }) => leads.map(({ url }) => url)));
        return { result: laterFollowUps(followed, seen, most), credits: 0 };
      });
      return { questions: followUps.map(({ question }) => question) };
    },

    choose: (runId, round) =>
      steps.once<ChosenSource[]>({ runId, isFirstTry: false, step: `choose-${round}`, kind: 'plan' }, async (run) => {
        const chosen = await chosenBefore(steps, runId, round);
        const urls = round === 1 ? await firstRound(steps, run, runId) : await laterRound(runId, run, { round, chosen: new Set(chosen) });
        return { result: urls.map((url, index) => ({ ordinal: chosen.length + index + 1, url })), credits: 0 };
      }),

    read: (of, { ordinal, url }, signal) =>
      steps.once<{ status: 'ok' | 'error'; url: string }>({ ...of, step: `read-${ordinal}`, kind: 'read' }, async ({ orgId }) => {
        const page = await readSource({ readerId: of.runId, orgId, ordinal }, url, signal);
        return { result: { status: page.status, url }, credits: 1 };
      }),

    async write(of, signal) {
      const { runId } = of;
      const report = await steps.once<Report>({ ...of, step: 'write', kind: 'write' }, async (run) => {
        const [plan, sources] = await Promise.all([steps.find<Plan>(runId, 'plan'), readPages(runId)]);
        const wantsJson = run.format.type === 'json_object';
        const evidencePassages = model || run.format.type === 'json_schema' ? EVIDENCE_PASSAGES : 0;
        const { language, asked } = readLanguage(run.query);
        const task = { query: asked, questions: plan?.questions ?? [], wantsJson, sources, evidencePassages };
        const { report, evidence: found } = await reportWriter.write(task, signal);
        const evidence = found.map(readable);
        const drafted = model && report.isCited ? await written(model, report, { ...task, evidence, inSourcesLanguage: language !== undefined }, signal) : report;
        const spoken = language && drafted.isCited ? await inLanguage(model, drafted, language, signal) : drafted;
        return { result: await filled({ model, schemas }, spoken, { run, evidence }, signal), credits: 0 };
      });
      await steps.once<Verified>({ ...of, step: 'verify', kind: 'verify' }, async () => ({ result: verifiedIn(report), credits: 0 }));
      return { usable: report.isCited, fits: report.isUnfit !== true };
    },

    async finish(runId, stopReason, usable) {
      const report = await steps.find<Report>(runId, 'write');
      await state.finish(runId, outcomeOf(stopReason, report, usable));
      return (await requireRun(runId)).status;
    },
  };
}

/** The model's text in place of the extracted one; that stays where the model cannot be used or says nothing that holds. */
async function written(model: Model, extract: Report, task: DraftTask, signal: AbortSignal): Promise<Report> {
  const draft = await draftReport(model, task, signal);
  return draft ? { isCited: true, output: { ...extract.output, text: draft.text } } : extract;
}

/** With its text in the language that was asked for, which its sources need not be in. */
async function inLanguage(model: Model | undefined, report: Report, language: Language, signal: AbortSignal): Promise<Report> {
  const text = await translateReport(model, { text: report.output.text, language }, signal);
  return { ...report, output: { ...report.output, text } };
}

/** What the check of a report came to: every marker that is left in it holds. */
interface Verified {
  markers: number;
  sources: number;
}

function verifiedIn({ output: { text } }: Report): Verified {
  const markers = Array.from(text.matchAll(/(?<!\\)\[(\d+)\]/g), ([, id]) => id);
  return { markers: markers.length, sources: new Set(markers).size };
}

/** With what a schema wants beside the text. */
async function filled(deps: StructuredDeps, report: Report, { run, evidence }: { run: Asked; evidence: NumberedSource[] }, signal: AbortSignal): Promise<Report> {
  if (run.format.type !== 'json_schema') return report;
  const structured = await fillStructured(deps, { query: run.query, schema: run.format.schema, evidence }, signal);
  if (!structured) return { ...report, isUnfit: true };
  return { ...report, output: { ...report.output, structured: structured.value, grounding: structured.grounding } };
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

const NONE_NAMED: ReadonlyMap<string, Scope> = new Map();

async function firstRound(steps: Steps, { effort }: Asked, runId: string): Promise<string[]> {
  const [plan, planned, followed] = await Promise.all([steps.find<Plan>(runId, 'plan'), plannedSearches(steps, runId), followedSearches(steps, runId, 1)]);
  return chooseFirst({ named: plan?.urls ?? [], planned: planned.map(({ urls }) => urls), followed: followed.map(({ searched }) => searched.urls) }, DEPTHS[effort].reads);
}

async function chosenBefore(steps: Steps, runId: string, round: number): Promise<string[]> {
  const rounds = Array.from({ length: round - 1 }, (_, index) => steps.find<ChosenSource[]>(runId, `choose-${index + 1}`));
  return (await Promise.all(rounds)).flatMap((chosen) => chosen ?? []).map((source) => source.url);
}
