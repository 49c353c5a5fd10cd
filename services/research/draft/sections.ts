import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { supports } from '../../grounding/grounding.ts';
import { passagesHolding, stemPassages, type StemmedPassage } from '../../sentence-selection/passages-holding.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { selectSentences, type SelectedSentence } from '../../sentence-selection/select-sentences.ts';
import type { Source } from '../../sentence-selection/source.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { sourceCode, type SourceCode } from '../../page-text/source-code.ts';
import { passagesOf, passageText } from '../../blocks/passages.ts';
import { stemsOf } from '../../text/words.ts';

const MAX_MARKERS = 3;
// Each sentence is scored, so only the best passages of what may be many megabytes are read this closely.
const PASSAGES_A_QUESTION = 150;

export interface SectionSource {
  finalUrl: string;
  title?: string;
  markdown: string;
}

export interface NumberedSource extends Source {
  id: number;
}

export interface Finding {
  text: string;
  /** Sources that support the sentence, verified; at least one. */
  markers: number[];
  /** The code block that it introduces, from its own source. */
  code?: SourceCode | undefined;
}

/** The findings for one question. */
export interface Section {
  question: string;
  findings: Finding[];
}

interface SourcePassage extends StemmedPassage {
  source: NumberedSource;
}

/** Numbers the sources. A page with several addresses is one source. */
export function numberSources(sources: readonly SectionSource[]): NumberedSource[] {
  const byUrl = new Map(sources.map((source) => [source.finalUrl, source]));
  return [...byUrl.values()].map(({ finalUrl, title, markdown }, index) => ({
    id: index + 1,
    url: finalUrl,
    name: title ?? finalUrl,
    title: title ?? '',
    passages: passagesOf(markdown)
      .map((passage) => plainText(passageText(passage)).trim())
      .filter((text) => text !== ''),
    code: sourceCode(markdown),
  }));
}

/** Finds the sentences that answer each question best, each with the sources that support it. */
export function findSections(questions: readonly string[], sources: readonly NumberedSource[]): Section[] {
  const passages = stemAll(sources, questions);
  const selected = questions.map((question) => ({
    question,
    sentences: selectSentences(
      question,
      reducedTo(passagesHolding(stemsOf(question), passages, PASSAGES_A_QUESTION)).map(withoutInjections),
    ),
  }));
  const markersOf = createVerifier(
    sources,
    selected.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
  );
  return selected.map(({ question, sentences }) => ({
    question,
    findings: sentences
      .map((sentence) => asFinding(sentence, markersOf(sentence.text), sources))
      .filter(({ markers }) => markers.length > 0),
  }));
}

/** Omits the code block of a source that the sentence does not cite. */
function asFinding(
  { text, source, code }: SelectedSentence,
  markers: number[],
  sources: readonly NumberedSource[],
): Finding {
  const id = sources.find(({ url }) => url === source.url)?.id ?? 0;
  return { text, markers, code: markers.includes(id) ? code : undefined };
}

/** Reduces sources to the passages that match the questions best. Sources without one are omitted. */
export function bestPassages(
  questions: readonly string[],
  sources: readonly NumberedSource[],
  most: number,
): NumberedSource[] {
  const passages = stemAll(sources, questions);
  const each = Math.max(1, Math.floor(most / Math.max(1, questions.length)));
  const best = new Set(questions.flatMap((question) => passagesHolding(stemsOf(question), passages, each)));
  return reducedTo(passages.filter((passage) => best.has(passage)));
}

function stemAll(sources: readonly NumberedSource[], texts: readonly string[]): SourcePassage[] {
  const wanted = new Set(texts.flatMap(stemsOf));
  return sources.flatMap((source) => stemPassages(source.passages, wanted).map((passage) => ({ ...passage, source })));
}

/** A source without prompt injections. */
function withoutInjections(source: NumberedSource): NumberedSource {
  return { ...source, passages: source.passages.map(cleansePassage) };
}

/** The sources reduced to these passages and the code that they introduce. */
function reducedTo(passages: readonly SourcePassage[]): NumberedSource[] {
  const bySource = Map.groupBy(passages, ({ source }) => source);
  return Array.from(bySource, ([source, own]) => ({
    ...source,
    passages: own.map(({ text }) => text),
    code: codeOf(source, own),
  }));
}

function codeOf({ code = [] }: NumberedSource, passages: readonly SourcePassage[]): SourceCode[] {
  if (code.length === 0) return [];
  const sentences = new Set(passages.flatMap(({ text }) => sentencesOf(text)));
  return code.filter(({ introduction }) => sentences.has(introduction));
}

/** Finds the sources that support a sentence. Verifies only texts that contain enough of its words. */
function createVerifier(sources: readonly NumberedSource[], texts: readonly string[]): (text: string) => number[] {
  const passages = stemAll(sources, texts);
  return (text) => {
    const stems = [...new Set(stemsOf(text))];
    const near = passages.filter(({ held }) => stems.filter((stem) => held.has(stem)).length >= stems.length / 2);
    const supporting = near.filter((passage) => supports(text, passage.text));
    return [...new Set(supporting.map(({ source }) => source.id))].slice(0, MAX_MARKERS);
  };
}
