import { DomHandler, type Document } from 'domhandler';
import { Parser, type ParserOptions } from 'htmlparser2';

/** Deeper elements are dropped and their content kept: what walks the tree may recurse. */
const MAX_DEPTH = 400;

/** What comes after so many elements and comments is not read: a tree takes a hundred times the memory of its text. */
const MAX_NODES = 200_000;

/** A page is parsed in pieces of so many characters, so that what is not read is not parsed either. */
const PIECE_LENGTH = 64 * 1024;

class BoundedHandler extends DomHandler {
  private depth = 0;
  private nodeCount = 0;

  get isFull(): boolean {
    return this.nodeCount >= MAX_NODES;
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

/** The page as a tree at most 400 deep and of some 200,000 nodes, comments and processing instructions included. */
export function parsePage(html: string): Document {
  // Outside of foreign content browsers take the mark for a short comment; the parser drops all up to its end mark.
  return treeOf(html.replaceAll('<![CDATA[', ''), { decodeEntities: true });
}

/** An XML document as a tree at most 400 deep; what is not well-formed is read as far as it goes. */
export function parseXml(xml: string): Document {
  return treeOf(xml, { xmlMode: true, decodeEntities: true });
}

function treeOf(text: string, options: ParserOptions): Document {
  const handler = new BoundedHandler();
  const parser = new Parser(handler, options);
  for (let at = 0; at < text.length && !handler.isFull; at += PIECE_LENGTH) parser.write(text.slice(at, at + PIECE_LENGTH));
  parser.end();
  return handler.root;
}
