import { maskSpans } from './markdown/keep-code.ts';
import { continuesSentence } from './sentence-ends.ts';

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// A full stop after one of these does not end a sentence, even before a capital.
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|Lt|Col|Gen|Capt|Sgt|Rev|Hon|Gov|Sen|Rep|No|vs|e\.g|i\.e|cf|ca|approx|Inc|Ltd|Corp|Co|[A-Z])\.\s*$/;

// The same in German. One at the end of many sentences ("usw.") is none of them: small letters after it go on anyway.
const GERMAN_ABBREVIATION =
  /(?:^|[\s(])(?:Nr|Abb|Aufl|Kap|Hrsg|Mio|Mrd|bzw|bspw|evtl|ggf|inkl|exkl|sog|vgl|zzgl|z\. ?B|z\. ?T|d\. ?h|u\. ?a|u\. ?U|v\. ?a|i\. ?d\. ?R|o\. ?[äÄ])\.\s*$/;
/**
 * The sentences of a text in order, white space folded, none blank. Headings, list items and table rows are sentences
 * of their own. Inline code counts as words and stays unchanged.
 */
export function sentencesOf(text: string): string[] {
  const masked = maskSpans(text);
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of [...masked.matchAll(PARAGRAPH_END), { 0: '', index: masked.length }]) {
    sentences.push(...sentencesOfParagraph(foldProse(text, masked, start, index)));
    start = index + end.length;
  }
  return sentences;
}

const PARAGRAPH_END = /\n\s*\n|\n(?=\s*(?:[-*#•|]|\d+[.)])\s)/g;

interface Masked {
  text: string;
  /** Same length as the text, with code replaced by words. */
  masked: string;
}

/**
 * A stretch of a text, white space folded. A single line break is a soft wrap, which the segmenter would take for an
 * end.
 */
function foldProse(text: string, masked: string, start: number, end: number): Masked {
  const stretch = masked.slice(start, end);
  if (text === masked) {
    const folded = stretch.replaceAll(/\s+/g, ' ');
    return { text: folded, masked: folded };
  }
  let folded = '';
  let at = start;
  for (const { 0: space, index } of stretch.matchAll(/\s+/g)) {
    folded += `${text.slice(at, start + index)} `;
    at = start + index + space.length;
  }
  return { text: folded + text.slice(at, end), masked: stretch.replaceAll(/\s+/g, ' ') };
}

// The segmenter leaves the bracket that opens a sentence at the end of the one before.
const OPENING = /[「『（【〈《]+$/u;

// What tells whether a sentence goes on stands at its end. A whole one that grows would be read again with each part.
const READ_OF_END = 500;

function sentencesOfParagraph({ text, masked }: Masked): string[] {
  const sentences: string[] = [];
  let opening = '';
  let end: string | undefined;
  for (const { segment, index } of sentenceSegmenter.segment(masked)) {
    const written = opening + text.slice(index, index + segment.length);
    [opening = ''] = index + segment.length < masked.length ? (OPENING.exec(written) ?? []) : [];
    const sentence = written.slice(0, written.length - opening.length);
    const goesOn = end !== undefined && (endsInAbbreviation(end) || continuesSentence(end, sentence));
    sentences.push((goesOn ? sentences.pop() : '') + sentence);
    end = ((goesOn ? end : '') + sentence).slice(-READ_OF_END);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

const ENDS_WITHOUT_SPACE = /[。！？][」』）]*$/u;

/** Sentences as one text. Japanese and Chinese have no space between them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, next) => (text === '' || ENDS_WITHOUT_SPACE.test(text) ? text + next : `${text} ${next}`),
    '',
  );
}

/** Whether the full stop at the end of a text belongs to an abbreviation. */
export function endsInAbbreviation(text: string): boolean {
  return ABBREVIATION.test(text) || GERMAN_ABBREVIATION.test(text);
}
