import { codeParts } from '../../text/markdown/code-parts.ts';

/** The source ids in a report's markers, in order and with repetitions. Brackets in code are not markers. */
export function markersIn(text: string): number[] {
  const prose = codeParts(text)
    .map((part) => (part.type === 'prose' ? part.text : ' '))
    .join('');
  return Array.from(prose.matchAll(/(?<!\\)\[(\d+)\]/g), ([, id]) => Number(id));
}
