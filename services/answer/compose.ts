import { bareCode } from '../markdown/keep-code.ts';
import { escapeSentence, markdownLink } from './markdown.ts';
import type { SelectedSentence } from './select-sentences.ts';

/** What is said where no source answers. Names nothing that was not found. */
export const NOTHING_FOUND = 'No source was found that answers this question.';

/** A sentence with its source: `text ([Source Name](url)).` */
export function citedSentence({ text, source }: SelectedSentence): string {
  const { body, stop } = splitStop(text);
  return `${escapeSentence(body)} (${markdownLink(source.name, source.url)})${stop}`;
}

/** Sentences as one paragraph without citations and escapes, for structured answers. */
export function composePlain(sentences: readonly SelectedSentence[]): string {
  return sentences.map(({ text }) => bareCode(text)).join(' ');
}

// The full stop goes behind the citation; other endings belong to what is said.
function splitStop(text: string): { body: string; stop: string } {
  return /[^.]\.$/.test(text) ? { body: text.slice(0, -1), stop: '.' } : { body: text, stop: '' };
}
