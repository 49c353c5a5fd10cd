// An address in angle brackets, or with its parentheses escaped or in pairs.
const ADDRESS = String.raw`<(?:\\.|[^<>\n\\])*>|(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*`;
const TITLE = String.raw`\s"(?:\\.|[^"\\])*"|\s'(?:\\.|[^'\\])*'`;
const LINK = new RegExp(String.raw`(?<![\\!])\[((?:\\.|[^[\]\\\n])*)\]\((${ADDRESS})(?:${TITLE})?\)`, 'g');
const ESCAPE = /\\([!-/:-@[-\x60{-~])/g;

/**
 * What stands behind the brackets of a Markdown link or image, as the source of a pattern without groups. What only
 * looks like one is taken for one too.
 */
export const LINK_TARGET = String.raw`\((?:(?:${ADDRESS})(?:${TITLE})?|[^)\n]{0,1000})\)`;

/** The links of a Markdown text, images not among them; each address as it was before Markdown's escapes. */
export function linksIn(markdown: string): Array<{ text: string; url: string }> {
  return [...markdown.matchAll(LINK)].map(([, text = '', address = '']) => ({
    text,
    url: address.replace(/^<(.*)>$/, '$1').replaceAll(ESCAPE, '$1'),
  }));
}
