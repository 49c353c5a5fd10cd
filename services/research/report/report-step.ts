import { RUN_LIMITS } from '../../temporal/time-limits.ts';
import { readable } from '../../grounding/sources-of.ts';
import { withPaths } from '../../grounding/with-paths.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import type { Pages } from '../../fetch/pages.ts';
import type { Model } from '../../model/port.ts';
import type { Nearness } from '../../embeddings/nearness.ts';
import type { Rarity } from '../../answer-units/asked.ts';
import { modelFor } from '../../model/model-for.ts';
import type { DraftTask } from '../draft/draft.ts';
import { draftInParts } from '../draft/draft-in-parts.ts';
import { readLanguage, type Language } from '../questions/report-language.ts';
import { markersIn } from './markers.ts';
import { readPages } from '../gather/pages-read.ts';
import { PLAN_STEP, searchedFor } from '../gather/searched.ts';
import type { RunRequest } from '../state/run-state.ts';
import type { EvidenceReader } from '../evidence/evidence-reader.ts';
import { notedSources } from '../notes/noted-sources.ts';
import type { NotesOfPage } from '../notes/lead-run.ts';
import type { PageNote, StoredNotes } from '../notes/stored-notes.ts';
import { stepModel } from '../state/step-model.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';
import type { StepContext, StepKey, Steps } from '../state/steps.ts';
import { fillStructured, type StructuredReportDeps } from './structured.ts';
import { translateReport } from '../draft/translate.ts';
import { writeReport, type Report } from './write-report.ts';

// Roughly the input of one model call, with a margin.
const MODEL_PASSAGES = 40;

export interface ReportStepDependencies {
  steps: Steps;
  pages: Pages;
  notes: StoredNotes;
  evidenceReader: EvidenceReader;
  /** How rare the terms of a question are among the passages that the organization may find. */
  rarityOf(orgId: string, question: string): Promise<Rarity>;
  /** Absent: texts are compared by their words alone. */
  nearness?: Nearness | undefined;
  /** Plans and writes. Without it, both use words alone. */
  model: Model | undefined;
  schemas: Pick<SchemaValidator, 'mismatch'>;
}

export const WRITE_STEP: StepKey<Report> = { step: 'write', kind: 'write' };
const VERIFY_STEP: StepKey<Verification> = { step: 'verify', kind: 'verify' };

/** Writes a run's report from its sources, then verifies it. These are two steps, so that each emits an event. */
export async function writeReportOf(
  deps: ReportStepDependencies,
  of: StepContext,
  signal: AbortSignal,
): Promise<Report> {
  const report = await deps.steps.once({ ...of, ...WRITE_STEP }, async (run) => {
    const observed = deps.model && stepModel(deps.model);
    const result = await write({ ...deps, model: observed }, { runId: of.runId, run }, signal);
    return { result, credits: 0, ...observed?.used() };
  });
  await deps.steps.once({ ...of, ...VERIFY_STEP }, async () => ({ result: verificationOf(report), credits: 0 }));
  return report;
}

async function write(
  { steps, pages, notes, evidenceReader, rarityOf, nearness, model: configuredModel, schemas }: ReportStepDependencies,
  { runId, run }: { runId: string; run: RunRequest },
  signal: AbortSignal,
): Promise<Report> {
  const model = configuredModel && modelFor(configuredModel, RUN_LIMITS.draftModel);
  const [plan, read, noted] = await Promise.all([
    steps.find(runId, PLAN_STEP),
    readPages(pages, runId),
    notes.ofRun(runId),
  ]);
  const { language, question: query } = readLanguage(run.query);
  const questions = plan?.questions ?? [];
  const modelPassages = model || run.format.type === 'json_schema' ? MODEL_PASSAGES : 0;
  const searched = await searchedFor(steps, runId, questions);
  const found = await evidenceReader.read({ questions, searched, pages: read, modelPassages }, signal);
  const patient = nearness && asOfReport(nearness);
  const measuresOf = async (question: string) => ({ rarity: await rarityOf(run.orgId, question), nearness: patient });
  const report = await writeReport({ query, questions, evidence: found, measuresOf });
  signal.throwIfAborted();
  const ofNotes = notedSources(found.sources, noted);
  const passages = found.forModel.map(readable);
  const evidence =
    ofNotes.length > 0 ? await withUnnoted(steps, { runId, ofNotes: ofNotes.map(readable), passages }) : passages;
  const draft = { query, questions, evidence: evidence.map(withPaths), inSourcesLanguage: language !== undefined };
  const untranslated =
    model && (report.isCited || ofNotes.length > 0)
      ? await withModelDraft(model, report, { ...draft, notes: noted }, signal)
      : report;
  const translated =
    language && untranslated.isCited
      ? await withTranslation(configuredModel, untranslated, language, signal)
      : untranslated;
  // A schema has members that no question asked for, so its values come from the passages too.
  return withStructuredValue({ model, schemas }, translated, { run, evidence: passages }, signal);
}

/**
 * Compares with the time limit of a report, so that one on a busy machine is as good as one on a quiet one. After a
 * comparison that fails there are no more: the report has a time limit of its own.
 */
function asOfReport(nearness: Nearness): Nearness {
  let isLost = false;
  const ofEach: Nearness['ofEach'] = async (questions, texts) => {
    if (isLost || texts.length === 0) return undefined;
    const cosines = await nearness.ofEach(questions, texts);
    isLost = cosines === undefined;
    return cosines;
  };
  return { ...nearness, ofEach, of: async (question, texts) => (await ofEach([question], texts))?.[0] };
}

/** The sources with notes, and those whose notes the model did not take. */
async function withUnnoted(
  steps: Steps,
  { runId, ofNotes, passages }: { runId: string; ofNotes: NumberedSource[]; passages: NumberedSource[] },
): Promise<NumberedSource[]> {
  const failed = (await steps.ofKind<NotesOfPage>(runId, 'note')).filter(({ isFailed }) => isFailed === true);
  const unnoted = new Set(failed.map(({ url }) => url));
  return [...ofNotes, ...passages.filter(({ url }) => unnoted.has(url))];
}

/** Replaces the extracted text with the model's, unless the model is unavailable or writes no supported claim. */
async function withModelDraft(
  model: Model,
  extract: Report,
  task: DraftTask & { notes: readonly PageNote[] },
  signal: AbortSignal,
): Promise<Report> {
  const draft = await draftInParts(model, task, signal);
  return draft ? { isCited: true, output: { ...extract.output, text: draft.text } } : extract;
}

/** Translates the report into the requested language, which may differ from that of its sources. */
async function withTranslation(
  model: Model | undefined,
  report: Report,
  language: Language,
  signal: AbortSignal,
): Promise<Report> {
  const text = await translateReport(model, { text: report.output.text, language }, signal);
  return { ...report, output: { ...report.output, text } };
}

/** Adds the structured value that the schema requests. */
async function withStructuredValue(
  deps: StructuredReportDeps,
  report: Report,
  { run, evidence }: { run: RunRequest; evidence: NumberedSource[] },
  signal: AbortSignal,
): Promise<Report> {
  if (run.format.type === 'json_object') return withTextAsJson(report);
  if (run.format.type !== 'json_schema') return report;
  const structured = await fillStructured(deps, { query: run.query, schema: run.format.schema, evidence }, signal);
  if (!structured) return { ...report, isUnfit: true };
  return { ...report, output: { ...report.output, structured: structured.value, grounding: structured.grounding } };
}

/** The result of a report's verification: every remaining marker is correct. */
interface Verification {
  markers: number;
  sources: number;
}

function verificationOf({ output: { text } }: Report): Verification {
  const markers = markersIn(text);
  return { markers: markers.length, sources: new Set(markers).size };
}

/**
 * Adds the report's text as `structured`, grounded in the sources that it cites; null if it cites none. @see
 * docs/rules.md#answers
 */
export function withTextAsJson(report: Report): Report {
  const { text, sources } = report.output;
  const cited = new Set(report.isCited ? markersIn(text) : []);
  const citations = sources.filter(({ id }) => cited.has(id)).map(({ id, url }) => ({ source_id: id, url }));
  if (citations.length === 0)
    return { ...report, output: { ...report.output, structured: { answer: null }, grounding: [] } };
  return {
    ...report,
    output: { ...report.output, structured: { answer: text }, grounding: [{ field: 'answer', citations }] },
  };
}
