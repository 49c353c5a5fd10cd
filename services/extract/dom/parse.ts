import { DomHandler, isTag, type Document } from 'domhandler';
import { append } from 'domutils';
import { Parser, type ParserOptions } from 'htmlparser2';

/** Deeper elements are dropped and their content is kept, so that tree walks may recurse. */
const MAX_DEPTH = 400;

/** The parser stops after this many elements and comments: a tree takes a hundred times the memory of its text. */
const MAX_NODES = 300_000;

/**
 * The parser also stops at this many open elements, because it moves all of them for each new one. Pages with missing
 * end tags have some hundreds.
 */
const DEEPEST_OPEN = 30_000;

/** In characters. The parser takes a page piece by piece, so that it can stop early. */
const PIECE_LENGTH = 64 * 1024;

const SOFT_HYPHEN = '\u00ad';

class BoundedHandler extends DomHandler {
  private depth = 0;
  private nodeCount = 0;

  /** Whether the handler ignores further input. */
  get isFull(): boolean {
    return this.nodeCount >= MAX_NODES || this.depth >= DEEPEST_OPEN;
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    this.nodeCount += 1;
    if (this.depth <= MAX_DEPTH) super.onopentag(name, attributes);
  }

  /** Soft hyphens are places where a line may break, not characters of a word. */
  override ontext(data: string): void {
    super.ontext(data.includes(SOFT_HYPHEN) ? data.replaceAll(SOFT_HYPHEN, '') : data);
  }

  override oncomment(text: string): void {
    this.nodeCount += 1;
    super.oncomment(text);
  }

  override onclosetag(): void {
    if (this.depth <= MAX_DEPTH) super.onclosetag();
    this.depth -= 1;
  }
}

/** The part of a page that was parsed. */
export interface ParsedPage {
  root: Document;
  /** Whether the page continues after it. */
  isCut: boolean;
}

/**
 * Parses a page into a tree at most 400 deep and of some 300,000 nodes, comments and processing instructions included.
 */
export function parseWhole(html: string): ParsedPage {
  // Outside foreign content, browsers treat the mark as a short comment; the parser drops everything up to its end
  // mark.
  const page = treeOf(html.replaceAll('<![CDATA[', ''), { decodeEntities: true });
  releaseFromHeads(page.root);
  return page;
}

export function parsePage(html: string): Document {
  return parseWhole(html).root;
}

/** Parses an XML document into a tree at most 400 deep. A document that is not well-formed is read up to the fault. */
export function parseXml(xml: string): Document {
  return treeOf(xml, { xmlMode: true, decodeEntities: true }).root;
}

function treeOf(text: string, options: ParserOptions): ParsedPage {
  const handler = new BoundedHandler();
  const parser = new Parser(handler, options);
  let at = 0;
  for (; at < text.length && !handler.isFull; at += PIECE_LENGTH) parser.write(text.slice(at, at + PIECE_LENGTH));
  parser.end();
  return { root: handler.root, isCut: at < text.length };
}

const IN_HEAD = new Set(['title', 'base', 'link', 'meta', 'style', 'script', 'noscript', 'template', 'object', 'head']);

/** Browsers end the head at the first element that is none of its own. The parser waits for its end tag. */
function releaseFromHeads(root: Document): void {
  const html = root.children.filter(isTag).find(({ name }) => name === 'html');
  for (const head of (html ?? root).children.filter(isTag).filter(({ name }) => name === 'head')) {
    const first = head.children.findIndex((child) => isTag(child) && !IN_HEAD.has(child.name));
    if (first >= 0) for (const child of head.children.slice(first).toReversed()) append(head, child);
  }
}
