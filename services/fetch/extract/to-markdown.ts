import TurndownService from 'turndown';
import { largest } from './largest.ts';

/** What the rules use of Turndown's nodes; the DOM's types are no part of a server's program. */
interface HtmlNode {
  readonly nodeName: string;
  readonly className?: string;
  readonly textContent: string | null;
  readonly parentNode: HtmlNode | null;
  readonly firstChild: HtmlNode | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?(name: string): string | null;
}

/** Content as GitHub-flavoured Markdown. The HTML is cleaned and its URLs are absolute. */
export function toMarkdown(html: string): string {
  return turndown.turndown(html).replace(/\n{3,}/g, '\n\n').trim();
}

const turndown = new TurndownService({ headingStyle: 'atx', hr: '---', bulletListMarker: '-', codeBlockStyle: 'fenced', emDelimiter: '*' });

turndown.addRule('strikethrough', {
  filter: (node: HtmlNode) => ['DEL', 'S', 'STRIKE'].includes(node.nodeName),
  replacement: (content) => `~~${content}~~`,
});

/** Longer than any run of backticks within. */
function fenceOf(code: string): string {
  const longest = largest(Array.from(code.matchAll(/`{3,}/g), ([run]) => run.length));
  return '`'.repeat(Math.max(3, longest + 1));
}

turndown.addRule('fencedCode', {
  filter: (node: HtmlNode) => node.nodeName === 'PRE',
  replacement: (_content, node: HtmlNode) => {
    const code = (node.textContent ?? '').replace(/^\n+|\s+$/g, '');
    const fence = fenceOf(code);
    const language = /^language-(\S+)/.exec(node.firstChild?.className ?? '')?.[1] ?? '';
    return code === '' ? '' : `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
});

turndown.addRule('formula', {
  filter: (node: HtmlNode) => node.nodeName === 'CODE' && !!node.getAttribute?.('data-formula'),
  replacement: (_content, node: HtmlNode) => {
    const tex = (node.textContent ?? '').trim();
    return node.getAttribute?.('data-formula') === 'display' ? `\n\n$$\n${tex}\n$$\n\n` : `$${tex}$`;
  },
});

turndown.addRule('footnoteReference', {
  filter: (node: HtmlNode) => !!node.getAttribute?.('data-footnote'),
  replacement: (_content, node: HtmlNode) => `[^${node.getAttribute?.('data-footnote')}]`,
});

turndown.addRule('footnote', {
  filter: (node: HtmlNode) => !!node.getAttribute?.('data-note'),
  replacement: (content, node: HtmlNode) => `\n\n[^${node.getAttribute?.('data-note')}]: ${content.trim()}\n\n`,
});

turndown.addRule('callout', {
  filter: (node: HtmlNode) => node.nodeName === 'P' && !!node.getAttribute?.('data-callout'),
  replacement: (content, node: HtmlNode) => `\n\n[!${node.getAttribute?.('data-callout')}] ${content.trim()}\n\n`,
});

turndown.addRule('tableCell', {
  filter: ['th', 'td'],
  replacement: (content) => `| ${content.trim().replace(/\s*\n+\s*/g, ' ').replaceAll('|', '\\|')} `,
});

turndown.addRule('tableRow', {
  filter: 'tr',
  replacement: (content, node: HtmlNode) => {
    const cells = Array.from(node.childNodes).filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH').length;
    if (cells === 0) return '';
    return `\n${content}|${isFirstRow(node) ? `\n|${' --- |'.repeat(cells)}` : ''}`;
  },
});

turndown.addRule('tableSection', {
  filter: ['thead', 'tbody', 'tfoot'],
  replacement: (content) => content,
});

turndown.addRule('table', {
  filter: 'table',
  replacement: (content) => `\n\n${content.replace(/\n+/g, '\n').trim()}\n\n`,
});

/** Markdown has no table without a header: the first row is one, marked as such or not. */
function isFirstRow(row: HtmlNode): boolean {
  const section = row.parentNode;
  if (!section || !isFirstOf(section, row, ['TR'])) return false;
  return section.nodeName === 'TABLE' || !section.parentNode || isFirstOf(section.parentNode, section, ['THEAD', 'TBODY', 'TFOOT']);
}

function isFirstOf(parent: HtmlNode, node: HtmlNode, names: string[]): boolean {
  return Array.from(parent.childNodes).find(({ nodeName }) => names.includes(nodeName)) === node;
}
