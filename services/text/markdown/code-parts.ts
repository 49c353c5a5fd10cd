/** A part of a Markdown text; all parts joined are the text. */
export interface MarkdownPart {
  /** `span` is inline code with its backticks, `block` a code block with its fences. */
  type: 'prose' | 'span' | 'block';
  text: string;
}

/** Splits a Markdown text into code, whose content is not markup, and prose. */
export function codeParts(markdown: string): MarkdownPart[] {
  if (!/`|~~~|^(?: {4}|\t)/m.test(markdown)) return markdown === '' ? [] : [{ type: 'prose', text: markdown }];
  return blockParts(markdown).flatMap((part) => (part.type === 'prose' ? spanParts(part.text) : [part]));
}

/** Changes the prose of a text and keeps its code. */
export function replaceProse(markdown: string, change: (prose: string) => string): string {
  return codeParts(markdown)
    .map(({ type, text }) => (type === 'prose' ? change(text) : text))
    .join('');
}

/** The code of a span without its backticks. */
export function spanCode(span: string): string {
  const [mark = ''] = /^`+/.exec(span) ?? [];
  const code = span.slice(mark.length, -mark.length).replaceAll('\n', ' ');
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
}

const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})([^\n]*)$/;
const INDENTED = /^(?: {4}|\t)[ \t]*\S/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

function blockParts(markdown: string): MarkdownPart[] {
  const lines = markdown.split(/(?<=\n)/);
  const parts: MarkdownPart[] = [];
  const add = (type: 'prose' | 'block', text: string) => {
    const last = parts.at(-1);
    if (type === 'prose' && last?.type === 'prose') last.text += text;
    else parts.push({ type, text });
  };
  let isAfterBlank = true;
  let isInList = false;
  for (let at = 0; at < lines.length;) {
    const end = fencedEnd(lines, at) ?? (isAfterBlank && !isInList ? indentedEnd(lines, at) : at);
    const line = lines[at] ?? '';
    if (end > at) {
      add('block', lines.slice(at, end).join(''));
      at = end;
      isAfterBlank = false;
      continue;
    }
    if (LIST_ITEM.test(line)) isInList = true;
    else if (/^\S/.test(line)) isInList = isInList && !isAfterBlank;
    isAfterBlank = line.trim() === '';
    add('prose', line);
    at += 1;
  }
  return parts;
}

/** The end of the block that this fence opens; undefined if the line is not a fence, or may be the end of a block. */
export function fencedEnd(lines: readonly string[], start: number): number | undefined {
  const [, , fence = '', info = ''] = FENCE.exec((lines[start] ?? '').trimEnd()) ?? [];
  if (fence === '' || (fence.startsWith('`') && info.includes('`'))) return undefined;
  const closes = (line: string) => {
    const [, mark = ''] = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line) ?? [];
    return mark.length >= fence.length && mark.startsWith(fence.charAt(0));
  };
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trimEnd();
    if (closes(line)) return at + 1;
    // A fence with a language opens a block: the fence above it closed another one, whose start is missing.
    if (info.trim() === '' && /^[\s>]*(?:`{3,}|~{3,})\s*\w+$/.test(line)) return undefined;
  }
  return info.trim() === '' ? undefined : lines.length;
}

function indentedEnd(lines: readonly string[], start: number): number {
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (INDENTED.test(line)) end = at + 1;
    else if (line.trim() !== '') break;
  }
  return end;
}

/** A span lies within one paragraph. */
const PARAGRAPH_END = /\n[ \t>]*\n/g;
const OPENING = /\\[\s\S]|`+/g;

function spanParts(prose: string): MarkdownPart[] {
  const runs = Array.from(prose.matchAll(/`+/g));
  if (runs.length < 2) return [{ type: 'prose', text: prose }];
  const endOf = closingRuns(runs);
  const ends = Array.from(prose.matchAll(PARAGRAPH_END), ({ index }) => index);
  const parts: MarkdownPart[] = [];
  let start = 0;
  let paragraph = 0;
  for (OPENING.lastIndex = 0; ;) {
    const open = OPENING.exec(prose);
    if (open === null) break;
    if (open[0].startsWith('\\')) continue;
    while ((ends[paragraph] ?? Infinity) < open.index) paragraph += 1;
    const end = endOf(open[0].length, OPENING.lastIndex);
    if (end === undefined || end > (ends[paragraph] ?? Infinity)) continue;
    if (open.index > start) parts.push({ type: 'prose', text: prose.slice(start, open.index) });
    parts.push({ type: 'span', text: prose.slice(open.index, end) });
    start = end;
    OPENING.lastIndex = end;
  }
  return start < prose.length ? [...parts, { type: 'prose', text: prose.slice(start) }] : parts;
}

/** Finds the end of the next run of this many backticks, for positions in ascending order. */
function closingRuns(runs: readonly RegExpExecArray[]): (length: number, from: number) => number | undefined {
  const byLength = Map.groupBy(runs, ({ 0: run }) => run.length);
  const next = new Map<number, number>();
  return (length, from) => {
    const same = byLength.get(length) ?? [];
    let at = next.get(length) ?? 0;
    while (at < same.length && (same[at]?.index ?? 0) < from) at += 1;
    next.set(length, at);
    const run = same[at];
    return run && run.index + length;
  };
}
