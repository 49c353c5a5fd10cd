import { labelFilterOf } from '../../query/labels.ts';
import type { Pages } from '../../fetch/pages.ts';
import { chooseFirst, chooseLater, chooseLinks } from './choose.ts';
import { CAPS, DEPTHS } from '../state/effort.ts';
import { isOpen } from './follow-up.ts';
import { passesDomains } from '../../query/filters.ts';
import { readPages } from './pages-read.ts';
import { planResearch } from './plan.ts';
import type { RunRequest } from '../state/run-state.ts';
import { followedSearches, PLAN_STEP, plannedSearches } from './searched.ts';
import type { StepKey, Steps } from '../state/steps.ts';

export interface ChosenSource {
  /** Number of the source's page within the run, over all rounds. */
  ordinal: number;
  url: string;
}

interface Known {
  steps: Steps;
  pages: Pages;
}

const chooseStep = (round: number): StepKey<ChosenSource[]> => ({ step: `choose-${round}`, kind: 'plan' });

/** Chooses the sources that a round reads, from the results of its searches and the links of its pages. */
export function chooseSources({ steps, pages }: Known, runId: string, round: number): Promise<ChosenSource[]> {
  return steps.once({ runId, isFirstTry: false, ...chooseStep(round) }, async (run) => {
    const chosen = await chosenBefore(steps, runId, round);
    const found =
      round === 1
        ? await firstRound(steps, run, runId)
        : await laterRound({ steps, pages }, run, { runId, round, chosen: new Set(chosen) });
    const urls = found.slice(0, await mostReads(steps, run, { runId, round, chosen: chosen.length }));
    return { result: urls.map((url, index) => ({ ordinal: chosen.length + index + 1, url })), credits: 0 };
  });
}

async function firstRound(steps: Steps, { effort }: RunRequest, runId: string): Promise<string[]> {
  const [plan, planned, followed] = await Promise.all([
    steps.find(runId, PLAN_STEP),
    plannedSearches(steps, runId),
    followedSearches(steps, runId, 1),
  ]);
  const questions = new Set(planned.map(({ question }) => question)).size;
  return chooseFirst(
    {
      named: plan?.urls ?? [],
      planned: planned.map(({ urls }) => urls),
      followed: followed.map(({ searched }) => searched.urls),
    },
    { reads: DEPTHS[effort].reads, questions },
  );
}

const READS_A_QUESTION = 2;

/**
 * A query whose questions have room for their reads within the cap reads as many as the cap leaves, and is then complete,
 * because more was found than it needs. One with more questions or with addresses stops at its cap.
 */
async function mostReads(
  steps: Steps,
  { effort, query }: RunRequest,
  { runId, round, chosen }: { runId: string; round: number; chosen: number },
): Promise<number> {
  const { questions, urls } = planResearch(query);
  const rounds = Array.from({ length: round }, (_, index) => followedSearches(steps, runId, index + 1));
  const [planned, followed] = await Promise.all([plannedSearches(steps, runId), Promise.all(rounds)]);
  const afterFirst = CAPS[effort].steps - planned.length - (followed[0]?.length ?? 0);
  if (urls.length > 0 || afterFirst < READS_A_QUESTION * questions.length) return Number.POSITIVE_INFINITY;
  return Math.max(0, CAPS[effort].steps - planned.length - followed.flat().length - chosen);
}

interface LaterRound {
  runId: string;
  round: number;
  chosen: ReadonlySet<string>;
}

async function laterRound(
  { steps, pages }: Known,
  { query, filters }: RunRequest,
  { runId, round, chosen }: LaterRound,
): Promise<string[]> {
  const rounds = Array.from({ length: round }, (_, index) => followedSearches(steps, runId, index + 1));
  const [planned, followed, read] = await Promise.all([
    plannedSearches(steps, runId),
    Promise.all(rounds),
    readPages(pages, runId),
  ]);
  // Once all questions are covered, links alone are no reason to read a page.
  // A link leads to a page whose collection and metadata are not known.
  const links =
    isOpen(planned, followed.flat()) && !labelFilterOf(filters)
      ? chooseLinks(read, query, chosen).filter((url) => passesDomains(url, filters))
      : [];
  return chooseLater(
    (followed.at(-1) ?? []).map(({ searched }) => searched.urls),
    links,
    chosen,
  );
}

async function chosenBefore(steps: Steps, runId: string, round: number): Promise<string[]> {
  const rounds = Array.from({ length: round - 1 }, (_, index) => steps.find(runId, chooseStep(index + 1)));
  return (await Promise.all(rounds)).flatMap((chosen) => chosen ?? []).map((source) => source.url);
}
