import type { ExtractedDocument } from './facts/extraction.ts';
import type { DocumentKind } from './media-type.ts';

const MAX_MARKDOWN_BYTES = 1024 * 1024;

/** Text is its own Markdown; JSON and XML are put between fences. */
export function asText(text: string, kind: DocumentKind | undefined): ExtractedDocument {
  // The excess over a result's size is not even scanned: this runs in the thread that serves requests.
  const clean = text.trimStart().slice(0, MAX_MARKDOWN_BYTES).replaceAll('\0', '').trim();
  const markdown = kind === 'text' || clean === '' ? clean : `${fence(clean)}${kind}\n${clean}\n${fence(clean)}`;
  const isCut = text.trim().length > MAX_MARKDOWN_BYTES;
  return {
    status: 'extracted',
    markdown,
    ...(isCut && { isCut }),
    wordCount: clean.split(/\s+/).length,
    hasAppRoot: false,
    hasScripts: false,
    links: [],
  };
}

/** A fence longer than any run of backticks in the text. */
function fence(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(3, longest + 1));
}

/** At most 1 MiB of UTF-8, cut at a code point. */
export function cutToLimit(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_MARKDOWN_BYTES) return text;
  let end = MAX_MARKDOWN_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
