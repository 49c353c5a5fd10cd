// In code brackets are those of the code.
const CODE = /^```[\s\S]*?(?:^```|(?![\s\S]))|`[^`\n]+`/gm;

/** The ids of the sources that a report's markers name, in order, repetitions kept. */
export function markersIn(text: string): number[] {
  return Array.from(text.replaceAll(CODE, ' ').matchAll(/(?<!\\)\[(\d+)\]/g), ([, id]) => Number(id));
}
