// Characters within a line that would be markup. An underscore within a word and an asterisk between spaces are not.
const INLINE =
  /[\\`[\]]|(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|<(?=[a-z/!?])|&(?=#?\w{1,32};)/giu;

/** Inline text that Markdown shows literally. */
export function escapeInline(text: string): string {
  return text.replaceAll(INLINE, String.raw`\$&`);
}

const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-{3,}\s*$|~{3,})/gm;
const NUMBER_AT_START = /^(\s*\d{1,9})([.)])(?=\s|$)/gm;

/** Escapes the lines of a paragraph so that none starts another block. */
export function escapeLineStarts(text: string): string {
  return text.replaceAll(LINE_START, String.raw`$1\$2`).replaceAll(NUMBER_AT_START, String.raw`$1\$2`);
}

/** An address as the target of a link. */
export function linkTarget(url: string): string {
  const escaped = url.replaceAll(/[<>()]/g, String.raw`\$&`);
  return escaped.includes(' ') ? `<${escaped}>` : escaped;
}
