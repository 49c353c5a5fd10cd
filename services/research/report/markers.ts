import { codeParts } from '../../text/markdown/code-parts.ts';

/** The ids of the sources that a report's markers name, in order, repetitions kept. In code brackets are those of the code. */
export function markersIn(text: string): number[] {
  const prose = codeParts(text)
    .map((part) => (part.type === 'prose' ? part.text : ' '))
    .join('');
  return Array.from(prose.matchAll(/(?<!\\)\[(\d+)\]/g), ([, id]) => Number(id));
}
