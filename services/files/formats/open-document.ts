import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { findAll } from '../../extract/dom/elements.ts';
import { parseXml } from '../../extract/dom/parse.ts';
import { FileFault } from './file-fault.ts';
import { escapeHtml, markdownOfHtml, type FileText } from './file-text.ts';
import { officeParts, requiredPart } from './office-parts.ts';
import { coreTitle } from './word.ts';

/** What becomes of an element; one that is not listed is passed over, and its content stays. */
const TAGS: Readonly<Record<string, string>> = {
  'text:list': 'ul',
  'text:list-item': 'li',
  'text:list-header': 'li',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-cell': 'td',
  'table:covered-table-cell': 'td',
};

const DROPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:sequence-decls',
  'text:note-citation',
  'office:forms',
]);
const DEEPEST_HEADING = 6;
const MOST_REPEATED = 100;

/** A text of OpenDocument (odt): headings, lists, tables, links and notes. */
export function openDocumentText(bytes: Uint8Array, url: string): FileText {
  const parts = officeParts(bytes, (name) => name === 'content.xml' || name === 'meta.xml');
  const content = parseXml(requiredPart(parts, 'content.xml'));
  const [body] = findAll(({ name }) => name === 'office:text', content.children);
  if (!body) throw new FileFault('it is not a text of OpenDocument');
  return { ...markdownOfHtml(htmlOf(body.children), url), title: coreTitle(parts.get('meta.xml')) };
}

const isInItem = ({ parent }: Element) => parent !== null && isTag(parent) && parent.name.startsWith('text:list-');

/** The parser bounds the depth. */
const htmlOf = (nodes: readonly ChildNode[]): string => nodes.map(nodeHtml).join('');

function nodeHtml(node: ChildNode): string {
  if (isText(node)) return escapeHtml(node.data);
  if (!isTag(node) || DROPPED.has(node.name)) return '';
  const inner = htmlOf(node.children);
  switch (node.name) {
    case 'text:p':
      // A paragraph in an item would make the list one of paragraphs.
      return isInItem(node) ? `${inner}<br>` : `<p>${inner}</p>`;
    case 'text:h': {
      const level = Math.min(DEEPEST_HEADING, Math.max(1, Number(node.attribs['text:outline-level']) || 1));
      return `<h${level}>${inner}</h${level}>`;
    }
    case 'text:a':
      return `<a href="${escapeHtml(node.attribs['xlink:href'] ?? '').replaceAll('"', '&quot;')}">${inner}</a>`;
    case 'text:s':
      return ' '.repeat(Math.min(MOST_REPEATED, Number(node.attribs['text:c']) || 1));
    case 'text:tab':
      return ' ';
    case 'text:line-break':
      return '<br>';
    default: {
      const tag = TAGS[node.name];
      return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
    }
  }
}
