import { codeParts } from './code-parts.ts';

const MOST_NAME_CHARACTERS = 80;

/** Whether bars may make a table of a text: it has two lines, or becomes a line below another. */
const mayBeRow = (text: string) => text.includes('\n') || /^\s*\|/.test(text);

/** Text that Markdown shows literally: no markup, no link and no HTML of its own. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replaceAll(mayBeRow(text) ? /[\\`*[\]<>|~]/g : /[\\`*[\]<>~]/g, String.raw`\$&`)
      .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
      .replaceAll(/&(?=#?\w+;)/g, '&amp;')
      // GitHub's Markdown turns addresses in plain text into links, and only sources may be links.
      .replaceAll(/:(?=\/\/)/g, String.raw`\:`)
      .replaceAll(/\b(www|mailto|xmpp)(?=[.:])/gi, '$1\\')
      .replaceAll('@', String.raw`\@`)
      .replace(/^(\s*)([#+=-])/, String.raw`$1\$2`)
      .replace(/^(\s*\d+)([.)])/, String.raw`$1\$2`)
  );
}

/** The same for text in the middle of a line, where nothing can start a block: `17.6. Platforms` stays as it is. */
export function escapeInline(text: string): string {
  return escapeMarkdown(`x${text}`).slice(1);
}

/** A sentence of a source as Markdown: its code unchanged, the rest without markup of its own. */
export function escapeSentence(sentence: string): string {
  return codeParts(sentence)
    .map(({ type, text }, index) => {
      if (type !== 'prose') return text;
      // A sentence can start a block only at its beginning.
      return index === 0 ? escapeMarkdown(text) : escapeInline(text);
    })
    .join('');
}

/** The same for a table cell, which no vertical bar may end. */
export function escapeCell(sentence: string): string {
  return codeParts(escapeSentence(sentence))
    .map(({ type, text }) => (type === 'prose' ? withEscapedBars(text) : text.replaceAll('|', String.raw`\|`)))
    .join('');
}

/** A bar after an odd number of backslashes is escaped already. */
function withEscapedBars(prose: string): string {
  return prose.replaceAll(/\\*\|/g, (bar) => (bar.length % 2 === 0 ? bar : `\\${bar}`));
}

/** A link whose text and address cannot end it early. */
export function markdownLink(name: string, url: string): string {
  const folded = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const shown = folded.slice(0, MOST_NAME_CHARACTERS).toWellFormed() || new URL(url).hostname;
  return `[${escapeInline(shown)}](${citableUrl(url)})`;
}

/**
 * The same address, in characters that cannot end a Markdown link. Citations use this form, so that links equal them.
 */
export function citableUrl(url: string): string {
  return url.replaceAll(/[\s()<>\\"'[\]`*|\p{Cc}]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
