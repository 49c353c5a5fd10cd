import { DomHandler, type Document } from 'domhandler';
import { Parser, type ParserOptions } from 'htmlparser2';

/** Deeper elements are dropped and their content kept: what walks the tree may recurse. */
const MAX_DEPTH = 400;

/** What comes after so many elements and comments is not read: a tree takes a hundred times the memory of its text. */
const MAX_NODES = 300_000;

/**
 * What comes after so many elements that are open at once is not read either: the parser moves all of them for each that
 * opens. Pages whose elements lack their ends have some hundreds.
 */
const DEEPEST_OPEN = 30_000;

/** A page is parsed in pieces of so many characters, so that what is not read is not parsed either. */
const PIECE_LENGTH = 64 * 1024;

class BoundedHandler extends DomHandler {
  private depth = 0;
  private nodeCount = 0;

  /** Whether what follows is left out. */
  get isFull(): boolean {
    return this.nodeCount >= MAX_NODES || this.depth >= DEEPEST_OPEN;
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    this.nodeCount += 1;
    if (this.depth <= MAX_DEPTH) super.onopentag(name, attributes);
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

/** A page as far as it was read. */
export interface ParsedPage {
  root: Document;
  /** Whether the page goes on. */
  isCut: boolean;
}

/** The page as a tree at most 400 deep and of some 300,000 nodes, comments and processing instructions included. */
export function parseWhole(html: string): ParsedPage {
  // Outside of foreign content browsers take the mark for a short comment; the parser drops all up to its end mark.
  return treeOf(html.replaceAll('<![CDATA[', ''), { decodeEntities: true });
}

export function parsePage(html: string): Document {
  return parseWhole(html).root;
}

/** An XML document as a tree at most 400 deep; what is not well-formed is read as far as it goes. */
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
