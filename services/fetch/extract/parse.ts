import { DomHandler, type Document } from 'domhandler';
import { Parser } from 'htmlparser2';

/** Deeper elements are dropped and their content kept: what walks the tree may recurse. */
const MAX_DEPTH = 300;

class ShallowHandler extends DomHandler {
  private depth = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (this.depth <= MAX_DEPTH) super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    if (this.depth <= MAX_DEPTH) super.onclosetag();
    this.depth -= 1;
  }
}

/** The page as a tree at most 300 deep, comments and processing instructions included. */
export function parsePage(html: string): Document {
  const handler = new ShallowHandler();
  // Outside of foreign content browsers take the mark for a short comment; the parser drops all up to its end mark.
  new Parser(handler, { decodeEntities: true }).end(html.replaceAll('<![CDATA[', ''));
  return handler.root;
}

/** An XML document as a tree at most 300 deep; what is not well-formed is read as far as it goes. */
export function parseXml(xml: string): Document {
  const handler = new ShallowHandler();
  new Parser(handler, { xmlMode: true, decodeEntities: true }).end(xml);
  return handler.root;
}
