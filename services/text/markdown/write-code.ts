/** A code block between fences that none of its lines can close. */
export function fenced(code: string, language: string): string {
  const fence = fenceOf(code);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Longer than any run of backticks in the text. */
function fenceOf(code: string): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(3, longest + 1));
}

/** Inline code between backticks that it does not contain. */
export function codeSpan(code: string): string {
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const padding = /^`|`$|^ .*[^ ].* $/.test(code) ? ' ' : '';
  const mark = '`'.repeat(length);
  return mark + padding + code + padding + mark;
}

/** Whether a term has signs of a synopsis, which escapes would make hard to read. */
export function hasSynopsisSigns(term: string): boolean {
  return /^-|[[\]<>|*\\=~^]|--/.test(term);
}
