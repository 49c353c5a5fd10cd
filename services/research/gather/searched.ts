import type { SearchDocument } from '../../search/snippets/search-result.ts';
import { DEPTHS } from '../state/effort.ts';
import type { FollowUp, SearchFindings } from './follow-up.ts';
import type { Plan } from './plan.ts';
import type { ScopedSearch } from './scopes.ts';
import type { StepKey, Steps } from '../state/steps.ts';

const MOST_ROUNDS = Math.max(...Object.values(DEPTHS).map(({ rounds }) => rounds));
const LEADS = 5;
const LEAD_CHARACTERS = 2_000;

/** The part of a search's result that later steps of a run use. */
export function searchFindings(question: string, documents: readonly SearchDocument[]): SearchFindings {
  const leads = documents.slice(0, LEADS).map(({ url, title, snippets }) => ({
    url,
    title,
    text: snippets
      .map(({ text }) => text)
      .join(' ')
      .slice(0, LEAD_CHARACTERS),
  }));
  return { question, urls: documents.map(({ url }) => url), leads };
}

/** The planned searches in order: every question in the default scope, then those in other scopes. */
export function searchesOf(plan: Plan | undefined): Array<Partial<ScopedSearch> & Pick<ScopedSearch, 'question'>> {
  return [...(plan?.questions ?? []).map((question) => ({ question })), ...(plan?.scoped ?? [])];
}

export const PLAN_STEP: StepKey<Plan> = { step: 'plan', kind: 'plan' };
export const searchStep = (round: number, index: number): StepKey<SearchFindings> => ({
  step: `search-${round}-${index + 1}`,
  kind: 'search',
});
export const followUpStep = (round: number): StepKey<FollowUp[]> => ({ step: `follow-${round}`, kind: 'plan' });

/** Results of the planned searches that have run. */
export async function plannedSearches(steps: Steps, runId: string): Promise<SearchFindings[]> {
  const planned = searchesOf(await steps.find(runId, PLAN_STEP));
  return searches(
    steps,
    runId,
    planned.map((_, index) => searchStep(0, index)),
  );
}

/** Results of a round's follow-ups. A budget may have ended before the last ones ran. */
export async function followedSearches(
  steps: Steps,
  runId: string,
  round: number,
): Promise<Array<{ followUp: FollowUp; searched: SearchFindings }>> {
  const followUps = (await steps.find(runId, followUpStep(round))) ?? [];
  const found = await Promise.all(followUps.map((_, index) => steps.find(runId, searchStep(round, index))));
  return followUps.flatMap((followUp, index) => {
    const searched = found[index];
    return searched ? [{ followUp, searched }] : [];
  });
}

/** For each question the searches of all rounds that followed up on it. */
export async function followUpsOf(
  steps: Steps,
  runId: string,
  questions: readonly string[],
): Promise<ReadonlyArray<readonly string[]>> {
  const rounds = await Promise.all(
    Array.from({ length: MOST_ROUNDS }, (_, place) => steps.find(runId, followUpStep(place + 1))),
  );
  const followUps = rounds.flatMap((round) => round ?? []);
  return questions.map((asked) => followUps.filter(({ about }) => about === asked).map(({ question }) => question));
}

async function searches(
  steps: Steps,
  runId: string,
  keys: ReadonlyArray<StepKey<SearchFindings>>,
): Promise<SearchFindings[]> {
  const found = await Promise.all(keys.map((key) => steps.find(runId, key)));
  return found.flatMap((one) => one ?? []);
}
