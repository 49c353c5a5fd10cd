import { RUN_LIMITS } from '../../temporal/time-limits.ts';
import { readable } from '../../grounding/sources-of.ts';
import { withPaths } from '../../grounding/with-paths.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import type { Pages } from '../../fetch/pages.ts';
import type { Model } from '../../model/port.ts';
import type { Nearness } from '../../embeddings/nearness.ts';
import type { Rarity } from '../../units/asked.ts';
import { modelFor } from '../../model/model-for.ts';
import { draftReport, type DraftTask } from '../draft/draft.ts';
import { readLanguage, type Language } from '../gather/language.ts';
import { markersIn } from './markers.ts';
import { readPages } from '../gather/pages-read.ts';
import { PLAN_STEP, searchedFor } from '../gather/searched.ts';
import type { RunRequest } from '../state/run-state.ts';
import type { EvidenceReader } from '../evidence/evidence-reader.ts';
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
  const report = await deps.steps.once({ ...of, ...WRITE_STEP }, async (run) => ({
    result: await write(deps, { runId: of.runId, run }, signal),
    credits: 0,
  }));
  await deps.steps.once({ ...of, ...VERIFY_STEP }, async () => ({ result: verificationOf(report), credits: 0 }));
  return report;
}

async function write(
  { steps, pages, evidenceReader, rarityOf, nearness, model: lasting, schemas }: ReportStepDependencies,
  { runId, run }: { runId: string; run: RunRequest },
  signal: AbortSignal,
): Promise<Report> {
  const model = lasting && modelFor(lasting, RUN_LIMITS.draftModel);
  const [plan, read] = await Promise.all([steps.find(runId, PLAN_STEP), readPages(pages, runId)]);
  const { language, question: query } = readLanguage(run.query);
  const questions = plan?.questions ?? [];
  const modelPassages = model || run.format.type === 'json_schema' ? MODEL_PASSAGES : 0;
  const searched = await searchedFor(steps, runId, questions);
  const found = await evidenceReader.read({ questions, searched, pages: read, modelPassages }, signal);
  const measuresOf = async (question: string) => ({ rarity: await rarityOf(run.orgId, question), nearness });
  const report = await writeReport({ query, questions, evidence: found, measuresOf });
  signal.throwIfAborted();
  const evidence = found.forModel.map(readable);
  const draft = { query, questions, evidence: evidence.map(withPaths), inSourcesLanguage: language !== undefined };
  const untranslated = model && report.isCited ? await withModelDraft(model, report, draft, signal) : report;
  const translated =
    language && untranslated.isCited ? await withTranslation(lasting, untranslated, language, signal) : untranslated;
  return withStructuredValue({ model, schemas }, translated, { run, evidence }, signal);
}

/** Replaces the extracted text with the model's, unless the model is unavailable or writes no supported claim. */
async function withModelDraft(model: Model, extract: Report, task: DraftTask, signal: AbortSignal): Promise<Report> {
  const draft = await draftReport(model, task, signal);
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
