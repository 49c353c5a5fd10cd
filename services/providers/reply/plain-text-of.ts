import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { codeOf, isInlineCode } from '../../extract/markdown/inline-code.ts';
import { elementsIn } from '../../extract/dom/elements.ts';
import { settleCode } from '../../extract/markdown/code-blocks.ts';
import { settleRaised } from '../../extract/dom/settle-raised.ts';
import { replaceProse } from '../../text/markdown/code-parts.ts';
import { bareCode } from '../../text/markdown/keep-code.ts';
import { codeSpan, fenced } from '../../text/markdown/write-code.ts';

const BLOCKS = new Set(['p', 'div']);

/**
 * The text of a short piece of HTML, as in providers' snippets: tags removed, entities decoded, superscripts and
 * subscripts as in fetched pages. Code keeps its form, between backticks or fences.
 */
export function plainTextOf(html: string): string {
  const document = parseDocument(html);
  const elements = elementsIn(document);
  settleCode(elements);
  settleRaised(elements);
  return replaceProse(document.children.map(textOf).join(''), (prose) => prose.replaceAll(/[^\S\n]+/g, ' ')).trim();
}

/** The same for a title, whose code has no backticks. */
export function plainTitleOf(html: string): string {
  return bareCode(plainTextOf(html));
}

function textOf(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node)) return '';
  if (node.name === 'br') return '\n';
  if (node.name === 'pre') return `\n\n${blockOf(node)}\n\n`;
  if (isInlineCode(node)) return spanOf(node);
  const text = node.children.map(textOf).join('');
  if (node.name === 'li') return `\n${text}`;
  return BLOCKS.has(node.name) ? `\n${text}\n` : text;
}

function blockOf(pre: Element): string {
  const code = pre.children.find(isTag);
  return fenced(textContent(pre), /^language-(.+)$/.exec(code?.attribs.class ?? '')?.[1] ?? '');
}

function spanOf(element: Element): string {
  const code = codeOf(element)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  return code === '' ? ' ' : codeSpan(code);
}
