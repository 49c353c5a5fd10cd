import { wordsOf } from '../../text/words.ts';
import { supports } from '../grounding.ts';
import { markdownLink } from '../../text/markdown/markdown.ts';
import { LINK_TARGET } from '../../text/markdown/markdown-links.ts';
import { withoutAttribution } from '../discourse-markers.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import type { Source } from '../../page-text/source.ts';
import { safeMarkdown } from './safe-markdown.ts';
import type { WrittenUnit } from './text-units.ts';

export interface CitedUnit {
  /** Without markup that the model may not write; '' if nothing is left. */
  text: string;
  /** Whether a source supports it. */
  isGrounded: boolean;
}

/**
 * A unit with its markers `[n]` verified and turned into links to their sources. A marker whose source does not support
 * the claim moves to the first source that does, or is dropped. A sentence without a marker gets the first source that
 * supports it.
 */
export function citeWritten({ text, kind }: WrittenUnit, sources: readonly Source[]): CitedUnit {
  if (text.length > MOST_CHARACTERS) return uncited(segmentsOf(text, sources));
  const { segments, whole } = claimsOf(text, sources);
  if (segments.length > MOST_PARTS) return uncited(segments);
  const isMarked = segments.some(({ numbers }) => numbers.length > 0);
  const sayWhole = remembered((source: Source) => sourceSays(source, whole));
  let isGrounded = false;
  const parts = segments.map(({ text, numbers }) => {
    const part = segments.length > 1 ? plainText(text) : undefined;
    const says = remembered((source: Source) => sayWhole(source) || (part !== undefined && sourceSays(source, part)));
    const wantsSource = numbers.length > 0 || (!isMarked && kind === 'sentence' && isClaim(whole));
    const cited = wantsSource ? sourcesSaying(says, numbers, sources) : [];
    isGrounded ||= cited.length > 0;
    return withCitations(text, cited);
  });
  return { text: parts.join('').trim(), isGrounded };
}

// Each part is looked up in all sources. A longer text is neither a sentence nor a row, and no source supports it.
export const MOST_CHARACTERS = 4_000;
export const MOST_PARTS = 50;

function uncited(segments: readonly Segment[]): CitedUnit {
  return {
    text: segments
      .map(({ text }) => text)
      .join('')
      .trim(),
    isGrounded: false,
  };
}

function remembered<K, V>(decide: (key: K) => V): (key: K) => V {
  const decided = new Map<K, V>();
  return (key) => {
    const value = decided.get(key) ?? decide(key);
    decided.set(key, value);
    return value;
  };
}

const FEWEST_WORDS = 4;

/** A short phrase, an introduction or a question needs no source. */
export function isClaim(sentence: string): boolean {
  return wordsOf(sentence).length >= FEWEST_WORDS && !introduces(sentence);
}

export const introduces = (sentence: string): boolean => /[:?]\W*$/.test(sentence);

/** A unit split after each run of markers, and its words as a whole. */
export function claimsOf(text: string, sources: readonly Source[]): { segments: Segment[]; whole: string } {
  const segments = segmentsOf(linksAsMarkers(text, sources), sources);
  return { segments, whole: plainText(segments.map((segment) => segment.text).join(' ')) };
}

interface Segment {
  text: string;
  /** The sources that its markers name, counted from 1. */
  numbers: number[];
}

const BRACKETS = String.raw`\[\s?\d{1,2}(?:\s?[,;–-]\s?\d{1,2}){0,20}\s?\]`;
const MARKERS = new RegExp(
  `(\`[^\`]+\`)|((?:\\s{0,3}(?:${BRACKETS}(?:\\([^()]*\\))?|\\(${BRACKETS}\\)|【\\d{1,2}[^】]{0,40}】))+)`,
  'g',
);

function segmentsOf(text: string, sources: readonly Source[]): Segment[] {
  const isQuoted = remembered((code: string) => sources.some((source) => holdsSpan(source, code)));
  const segments: Segment[] = [];
  let start = 0;
  for (const { 0: match, 1: code, index } of text.matchAll(MARKERS)) {
    if (code !== undefined) continue;
    const named = Array.from(match.matchAll(/[[【]([\d\s,;–-]+)/g), ([, numbers = '']) => numbersOf(numbers)).flat();
    segments.push({ text: safeMarkdown(text.slice(start, index), isQuoted), numbers: [...new Set(named)] });
    start = index + match.length;
  }
  const rest = safeMarkdown(text.slice(start), isQuoted);
  return rest === '' && segments.length > 0 ? segments : [...segments, { text: rest, numbers: [] }];
}

/** Whether a source contains the code as code in a sentence, or in a block. */
function holdsSpan({ passages, code = [] }: Source, span: string): boolean {
  return passages.some((passage) => passage.includes(`\`${span}\``)) || code.some((block) => block.code.includes(span));
}

/** `2, 4-6` becomes 2, 4, 5, 6. */
function numbersOf(written: string): number[] {
  return written.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = (part.match(/\d+/g) ?? []).map(Number);
    return Array.from({ length: Math.max(1, Math.min(last, first + 20) - first + 1) }, (_, offset) => first + offset);
  });
}

const OWN_LINK = new RegExp(String.raw`\(?(?<!!)\[[^[\]]*\](${LINK_TARGET})\)?`, 'g');

/** Some models write the link themselves. */
function linksAsMarkers(text: string, sources: readonly Source[]): string {
  return text.replaceAll(OWN_LINK, (link: string, target: string) => {
    const number = sources.findIndex(({ url }) => target === `(${url})`) + 1;
    return number > 0 ? `[${number}]` : link;
  });
}

function sourcesSaying(
  says: (source: Source) => boolean,
  numbers: readonly number[],
  sources: readonly Source[],
): Source[] {
  const named = numbers.flatMap((number) => sources[number - 1] ?? []).filter(says);
  if (named.length > 0) return named;
  const first = sources.find(says);
  return first === undefined ? [] : [first];
}

/**
 * Whether a source supports a claim, with any quotation in it word for word. The source need not name itself as the
 * speaker.
 */
export function sourceSays(source: Source, claim: string): boolean {
  const said = withoutAttribution(claim, source);
  return [...source.passages, ...(source.placed ?? [])].some(
    (passage) => supports(said, passage) && hasQuotes(said, passage),
  );
}

const QUOTE = /["“„«]([^"“”„«»]{2,})["”“»]/g;

/** A text in quotation marks must occur in the source word for word. */
function hasQuotes(claim: string, passage: string): boolean {
  const words = ` ${wordsOf(passage).join(' ')} `;
  return Array.from(claim.matchAll(QUOTE), ([, quote = '']) => quote).every((quote) =>
    words.includes(` ${wordsOf(quote).join(' ')} `),
  );
}

// The full stop goes after the citation, and closing emphasis stays with it.
function withCitations(text: string, cited: readonly Source[]): string {
  if (cited.length === 0) return text;
  const links = cited.map(({ name, url }) => `(${markdownLink(name, url)})`).join(' ');
  const [, body = text, end = ''] = /^([\s\S]*[^.])(\.[*_"'”’)]*)\s*$/.exec(text) ?? [];
  return `${body.trimEnd()} ${links}${end}`;
}
