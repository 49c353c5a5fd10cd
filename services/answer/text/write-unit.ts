import { codeSpan, fenced, hasSynopsisSigns } from '../../text/markdown/write-code.ts';
import { escapeCell, escapeMarkdown, escapeSentence } from '../../text/markdown/markdown.ts';
import { identifiersIn } from '../../text/identifiers.ts';
import { wordsOf } from '../../text/words.ts';
import type { Unit } from '../../answer-units/units/unit.ts';

/** Whether a unit stands by itself, outside of a paragraph. */
export function isBlock({ kind }: Unit): boolean {
  return kind === 'list' || kind === 'table' || kind === 'row' || kind === 'code';
}

/** The term that a sentence is about, as Markdown before it; '' where the sentence names it. */
export function subjectOf({ term, text }: Unit): string {
  if (term === undefined) return '';
  const [identifier] = identifiersIn(term).flatMap(({ name }) => (name === '' ? [] : [name]));
  const [word = ''] = wordsOf(term);
  const isNamed = identifier === undefined ? wordsOf(text).includes(word) : text.toLowerCase().includes(identifier);
  return isNamed ? '' : `${writtenTerm(term)}: `;
}

function writtenTerm(term: string): string {
  if (term.includes('`')) return escapeSentence(term);
  return hasSynopsisSigns(term) ? codeSpan(term) : escapeMarkdown(term);
}

/** The sentence that introduces a block, as Markdown; '' if none does. */
export function introductionOf({ kind, lead }: Unit): string {
  return lead === undefined || (kind !== 'code' && kind !== 'list') ? '' : escapeSentence(lead);
}

/** A list, a table, a row with its head, or code as Markdown, without what introduces it. */
export function blockOf({ kind, lines = [], code, text }: Unit): string {
  if (kind === 'code' && code) return fenced(code.code, code.language);
  if (kind === 'list') return lines.map(([item = '']) => `- ${escapeSentence(item)}`).join('\n');
  return lines.length > 1 ? tableOf(lines) : escapeSentence(text);
}

function tableOf([head = [], ...rows]: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]) =>
    `| ${head.map((_, place) => escapeCell(cells[place] ?? '')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
