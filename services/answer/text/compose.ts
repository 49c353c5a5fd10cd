import { bareCode } from '../../text/markdown/keep-code.ts';
import { escapeMarkdown, escapeSentence, markdownLink } from '../../text/markdown/markdown.ts';
import { blockOf, introductionOf, isBlock, subjectOf } from './write-unit.ts';
import type { Unit } from '../../answer-units/units/unit.ts';
import type { Source } from '../../page-text/source.ts';

const MOST_QUESTION_CHARACTERS = 200;

/** The text if no source answers. It names nothing that was not found. */
export function nothingFound(question: string): string {
  const asked = question.replaceAll(/\s+/g, ' ').trim();
  const shown =
    asked.length > MOST_QUESTION_CHARACTERS ? `${asked.slice(0, MOST_QUESTION_CHARACTERS).toWellFormed()}…` : asked;
  return `No source answers the question “${escapeMarkdown(shown)}”.`;
}

/** A unit and its source. */
export interface SourcedUnit {
  unit: Unit;
  source: Pick<Source, 'url' | 'title' | 'name'>;
}

/** Units that form one text when joined, each with its citation: `text ([Title](url)).` A block stands by itself. */
export function citedUnits(units: readonly SourcedUnit[]): string[] {
  return units.map(({ unit, source }, index) => {
    const before = units[index - 1];
    const space = before && (isBlock(before.unit) || isBlock(unit)) ? '\n\n' : ' ';
    const citation = `(${markdownLink(source.title || source.name, source.url)})`;
    const isSameSubject = before?.unit.term === unit.term && before?.source.url === source.url;
    return (before ? space : '') + citedUnit(unit, { citation, subject: isSameSubject ? '' : subjectOf(unit) });
  });
}

function citedUnit(unit: Unit, { citation, subject }: { citation: string; subject: string }): string {
  if (isBlock(unit)) return [introductionOf(unit), blockOf(unit), citation].filter((part) => part !== '').join('\n\n');
  const { body, stop } = splitStop(unit.text);
  return `${subject}${escapeSentence(body)} ${citation}${stop}`;
}

/** Units as one text without citations and escapes, for structured answers. */
export function composePlain(units: readonly Unit[]): string {
  return units
    .map((unit) => {
      if (unit.kind === 'code' && unit.code) return `${bareCode(unit.lead ?? '')}\n${unit.code.code}\n`.trimStart();
      if (unit.kind === 'list')
        return `${[unit.lead ?? '', ...(unit.lines ?? []).map(([item = '']) => `- ${item}`)].map(bareCode).join('\n').trim()}\n`;
      return `${bareCode(unit.text)} `;
    })
    .join('')
    .trimEnd();
}

// The full stop goes after the citation; other punctuation belongs to the sentence.
function splitStop(text: string): { body: string; stop: string } {
  return /[^.]\.$/.test(text) ? { body: text.slice(0, -1), stop: '.' } : { body: text, stop: '' };
}
