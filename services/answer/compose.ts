import { bareCode } from '../text/markdown/keep-code.ts';
import { fenced } from '../text/markdown/write-code.ts';
import { escapeSentence, markdownLink } from '../text/markdown/markdown.ts';
import type { SelectedSentence } from '../sentence-selection/select-sentences.ts';

/** The text if no source answers. It names nothing that was not found. */
export const NOTHING_FOUND = 'No source was found that answers this question.';

/** A sentence with its source, `text ([Source Name](url)).`, and the code block that it introduces. */
export function citedSentence({ text, source, code }: SelectedSentence): string {
  const { body, stop } = splitStop(text);
  return `${escapeSentence(body)} (${markdownLink(source.name, source.url)})${stop}${code ? `\n\n${fenced(code.code, code.language)}` : ''}`;
}

/** Cited sentences that form one text when joined. A code block is followed by a new paragraph. */
export function citedSentences(sentences: readonly SelectedSentence[]): string[] {
  return sentences.map((sentence, index) => {
    const before = sentences[index - 1];
    const space = before?.code ? '\n\n' : ' ';
    return (before ? space : '') + citedSentence(sentence);
  });
}

/** Sentences as one text without citations and escapes, for structured answers. */
export function composePlain(sentences: readonly SelectedSentence[]): string {
  return sentences
    .map(({ text, code }) => (code ? `${bareCode(text)}\n${code.code}\n` : `${bareCode(text)} `))
    .join('')
    .trimEnd();
}

// The full stop goes after the citation; other punctuation belongs to the sentence.
function splitStop(text: string): { body: string; stop: string } {
  return /[^.]\.$/.test(text) ? { body: text.slice(0, -1), stop: '.' } : { body: text, stop: '' };
}
