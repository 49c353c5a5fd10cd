// Signs within a line that would be markup. An underscore within a word and a star between spaces are none.
const INLINE = /[\\`[\]]|(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|<(?=[a-z/!?])|&(?=#?\w{1,32};)/giu;

/** Text that Markdown shows as it is, within a line. */
export function escapeInline(text: string): string {
  return text.replaceAll(INLINE, String.raw`\$&`);
}

const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-{3,}\s*$|~{3,})/gm;
const NUMBER_AT_START = /^(\s*\d{1,9})([.)])(?=\s|$)/gm;

/** Lines of a paragraph none of which starts another block. */
export function escapeLineStarts(text: string): string {
  return text.replaceAll(LINE_START, String.raw`$1\$2`).replaceAll(NUMBER_AT_START, String.raw`$1\$2`);
}

/** Longer than any run of backticks within. */
export function fenceOf(code: string): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(3, longest + 1));
}

/** Code within a line, between backticks that it does not hold. */
export function codeSpan(code: string): string {
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const padding = /^`|`$|^ .*[^ ].* $/.test(code) ? ' ' : '';
  const mark = '`'.repeat(length);
  return mark + padding + code + padding + mark;
}

/** An address as the target of a link. */
export function linkTarget(url: string): string {
  const escaped = url.replaceAll(/[<>()]/g, String.raw`\$&`);
  return escaped.includes(' ') ? `<${escaped}>` : escaped;
}
