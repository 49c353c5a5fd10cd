// An address in angle brackets, or with its parentheses escaped or balanced.
const ADDRESS = String.raw`<(?:\\.|[^<>\n\\])*>|(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*`;
const TITLE = String.raw`\s"(?:\\.|[^"\\])*"|\s'(?:\\.|[^'\\])*'`;
const LINK = new RegExp(String.raw`(?<![\\!])\[((?:\\.|[^[\]\\\n])*)\]\((${ADDRESS})(?:${TITLE})?\)`, 'g');
const ESCAPE = /\\([!-/:-@[-\x60{-~])/g;

/**
 * The part of a Markdown link or image after the brackets, as the source of a pattern without groups. It also matches
 * text that only resembles a link.
 */
export const LINK_TARGET = String.raw`\((?:(?:${ADDRESS})(?:${TITLE})?|[^)\n]{0,1000})\)`;

/** The links of a Markdown text, without images; addresses are unescaped. */
export function linksIn(markdown: string): Array<{ text: string; url: string }> {
  return [...markdown.matchAll(LINK)].map(([, text = '', address = '']) => ({
    text,
    url: address.replace(/^<(.*)>$/, '$1').replaceAll(ESCAPE, '$1'),
  }));
}
