import { RUN_LIMITS } from '../../temporal/time-limits.ts';
import type { Pages } from '../../fetch/pages.ts';
import { readable } from '../../grounding/sources-of.ts';
import { modelFor } from '../../model/model-for.ts';
import { stepModel } from '../state/step-model.ts';
import type { Model } from '../../model/port.ts';
import type { EvidenceReader } from '../evidence/evidence-reader.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';
import { followUpsAfter } from '../gather/follow-up.ts';
import { PLAN_STEP, followedSearches, followUpStep, plannedSearches } from '../gather/searched.ts';
import { CAPS, DEPTHS } from '../state/effort.ts';
import type { StepContext, StepKey, Steps } from '../state/steps.ts';
import { promptTokens } from './compact-notes.ts';
import { missingSearches } from './missing.ts';
import type { StoredNotes } from './stored-notes.ts';
import { takeNotes } from './take-notes.ts';

export interface LeadDependencies {
  steps: Steps;
  pages: Pages;
  notes: StoredNotes;
  evidenceReader: EvidenceReader;
  model: Model;
}

/** A model's notes of a page, for the events of the run. */
export interface NotesOfPage {
  /** Empty for a page that could not be read. */
  url: string;
  notes: Array<{ question: string; claim: string }>;
  /** Whether the model did not answer, so that the page may contain more. */
  isFailed?: boolean;
}

// With the questions and the rules, these fit into a context of 8,000 tokens.
const PASSAGES = 12;
const PASSAGES_TOKENS = 3_500;

const SPENT = {
  warnings: [
    {
      type: 'token_limit',
      message: 'The run used all tokens of its effort. It goes on with the notes that it has.',
    },
  ],
};

const noteStep = (page: number): StepKey<NotesOfPage> => ({ step: `note-${page}`, kind: 'note' });

/** Notes of one page that the run has read. A page that could not be read has none. */
export async function noteStepOf(
  { steps, pages, notes, evidenceReader, model }: LeadDependencies,
  of: StepContext,
  page: number,
  signal: AbortSignal,
): Promise<{ noted: number }> {
  const { notes: noted } = await steps.once({ ...of, ...noteStep(page) }, async ({ orgId, effort }) => {
    const [plan, found, tokens] = await Promise.all([
      steps.find(of.runId, PLAN_STEP),
      pages.find({ readerId: of.runId, orgId, ordinal: page }),
      steps.tokens(of.runId),
    ]);
    if (found?.status !== 'ok') return { result: { url: '', notes: [] }, credits: 0 };
    if (tokens >= CAPS[effort].tokens)
      return { result: { url: found.finalUrl, notes: [], isFailed: true }, credits: 0, ...SPENT };
    const questions = plan?.questions ?? [];
    const task = { questions, pages: [found], modelPassages: PASSAGES };
    const [source] = (await evidenceReader.read(task, signal)).forModel;
    const observed = stepModel(modelFor(model, RUN_LIMITS.noteModel));
    const taken = source
      ? await takeNotes(observed, { questions, source: withinTokens(readable(source), PASSAGES_TOKENS) }, signal)
      : [];
    await notes.put(of.runId, { ordinal: page, url: found.finalUrl }, taken);
    const told = taken.map(({ question, claim }) => ({ question, claim }));
    const used = observed.used();
    const failed = used.warnings.length > 0 && { isFailed: true };
    return { result: { url: found.finalUrl, notes: told, ...failed }, credits: 0, ...used };
  });
  return { noted: noted.length };
}

/**
 * The searches of a round: those that the model misses or, if it is unavailable, those that the words of the results
 * suggest. None if the previous round noted nothing new.
 */
export async function furtherSearches(
  { steps, notes, model }: LeadDependencies,
  of: StepContext,
  round: number,
  signal: AbortSignal,
): Promise<{ questions: string[] }> {
  const followUps = await steps.once({ ...of, ...followUpStep(round) }, async ({ query, effort }) => {
    const most = DEPTHS[effort].followUps;
    if ((await steps.tokens(of.runId)) >= CAPS[effort].tokens) return { result: [], credits: 0, ...SPENT };
    const [plan, planned, noted, before] = await Promise.all([
      steps.find(of.runId, PLAN_STEP),
      plannedSearches(steps, of.runId),
      notes.ofRun(of.runId),
      Promise.all(Array.from({ length: round - 1 }, (_, place) => followedSearches(steps, of.runId, place + 1))),
    ]);
    const searched = [...planned, ...before.flat().map((one) => one.searched)].map(({ question }) => question);
    const observed = stepModel(modelFor(model, RUN_LIMITS.planModel));
    const task = { query, questions: plan?.questions ?? [], notes: noted, searched, most };
    // Without a note there is nothing to judge: the model is unavailable, or its output is unusable.
    const proposed = noted.length > 0 ? await missingSearches(observed, task, signal) : undefined;
    const last = before.findLast((one) => one.length > 0);
    return { result: proposed ?? followUpsAfter(planned, last, most), credits: 0, ...observed.used() };
  });
  return { questions: followUps.map(({ question }) => question) };
}

/** The first passages of a source that fit, at least one. Code is part of its passages. */
function withinTokens(source: NumberedSource, maxTokens: number): NumberedSource {
  let left = maxTokens;
  const fits = (text: string) => (left -= promptTokens(text)) >= 0;
  const kept = source.parts?.filter(({ markdown }, place) => fits(markdown) || place === 0);
  return { ...source, ...(kept && { parts: kept }), passages: source.passages.slice(0, kept?.length ?? 1), code: [] };
}
