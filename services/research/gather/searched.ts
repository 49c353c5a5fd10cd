import type { SearchDocument } from '../../search/snippets/search-result.ts';
import { sourcesOf } from '../../grounding/sources-of.ts';
import { DEPTHS } from '../state/effort.ts';
import type { FollowUp, FoundPassage, SearchFindings } from './follow-up.ts';
import type { Plan } from './plan.ts';
import type { ScopedSearch } from './scopes.ts';
import type { StepKey, Steps } from '../state/steps.ts';

// A run that a model leads has one round more.
const MOST_ROUNDS = 1 + Math.max(...Object.values(DEPTHS).map(({ rounds }) => rounds));
const LEADS = 5;
// As many as an answer reads.
const DOCUMENTS_QUOTED = 8;
const LEAD_CHARACTERS = 2_000;

/** The part of a search's result that later steps of a run use. */
export function searchFindings(question: string, documents: readonly SearchDocument[]): SearchFindings {
  const leads = documents.slice(0, LEADS).map(({ url, title, snippets }) => ({
    url,
    title,
    text: (snippets[0]?.text ?? '').slice(0, LEAD_CHARACTERS),
  }));
  const passages = sourcesOf(documents.slice(0, DOCUMENTS_QUOTED)).flatMap(({ url, parts = [] }) =>
    parts.map(({ markdown, path, score }) => ({ url, markdown, path: [...path], score })),
  );
  return { question, urls: documents.map(({ url }) => url), leads, passages };
}

/** The planned searches in order: every question in the default scope unless the request names scopes, then the rest. */
export function searchesOf(plan: Plan | undefined): Array<Partial<ScopedSearch> & Pick<ScopedSearch, 'question'>> {
  const scoped = plan?.scoped ?? [];
  return plan?.isScopedOnly ? scoped : [...(plan?.questions ?? []).map((question) => ({ question })), ...scoped];
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

/** For each question the passages that its own search found, and the searches of all rounds that followed up on it. */
export async function searchedFor(
  steps: Steps,
  runId: string,
  questions: readonly string[],
): Promise<Array<{ passages: readonly FoundPassage[]; followUps: readonly string[] }>> {
  const rounds = Array.from({ length: MOST_ROUNDS }, (_, place) => steps.find(runId, followUpStep(place + 1)));
  const [plan, planned, followed] = await Promise.all([
    steps.find(runId, PLAN_STEP),
    plannedSearches(steps, runId),
    Promise.all(rounds),
  ]);
  const isOwn = ({ scope }: SearchFindings) => scope === undefined || plan?.isScopedOnly === true;
  const followUps = followed.flatMap((round) => round ?? []);
  return questions.map((asked) => ({
    passages: planned
      .filter((search) => search.question === asked && isOwn(search))
      .flatMap(({ passages }) => passages ?? []),
    followUps: followUps.filter(({ about }) => about === asked).map(({ question }) => question),
  }));
}

async function searches(
  steps: Steps,
  runId: string,
  keys: ReadonlyArray<StepKey<SearchFindings>>,
): Promise<SearchFindings[]> {
  const found = await Promise.all(keys.map((key) => steps.find(runId, key)));
  return found.flatMap((one) => one ?? []);
}
