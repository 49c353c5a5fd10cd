import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';

/** The text of a short piece of HTML, as providers put it into titles and snippets: tags gone, entities read. */
export function plainTextOf(html: string): string {
  const spaced = html.replaceAll(/<(?:br|p|\/p|div|\/div|li)\b[^>]*>/gi, '\n');
  return textContent(parseDocument(spaced)).replaceAll(/[^\S\n]+/g, ' ').trim();
}
