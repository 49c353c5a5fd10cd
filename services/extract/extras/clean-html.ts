import render from 'dom-serializer';
import { absolute } from '../dom/links.ts';
import { Element, isTag, isText, Text, type ChildNode, type Document } from 'domhandler';

/** Elements whose text is not the page's. */
const DROPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'link',
  'meta',
  'base',
  'frame',
  'frameset',
  'applet',
  'dialog',
]);
const KEPT = new Set([
  'a',
  'abbr',
  'article',
  'b',
  'blockquote',
  'br',
  'caption',
  'cite',
  'code',
  'col',
  'colgroup',
  'dd',
  'del',
  'details',
  'dfn',
  'div',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'ins',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'section',
  'small',
  'span',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'time',
  'tr',
  'u',
  'ul',
  'var',
  'wbr',
]);
const ATTRIBUTES = new Set([
  'alt',
  'colspan',
  'datetime',
  'dir',
  'height',
  'lang',
  'reversed',
  'rowspan',
  'scope',
  'start',
  'title',
  'width',
]);
const ADDRESSES: Readonly<Record<string, string>> = {
  a: 'href',
  img: 'src',
  blockquote: 'cite',
  q: 'cite',
  del: 'cite',
  ins: 'cite',
};
/** Characters, as of the Markdown, before entities are written. */
const MOST_CHARACTERS = 1_048_576;
/** Of the names of an element. */
const MARKUP_CHARACTERS = 16;

/**
 * Content as HTML of a few elements and attributes: text, structure, and http and https addresses, made absolute. It
 * holds no script, style, form or comment. An unknown element is replaced by its content.
 */
export function cleanHtml(content: Document | Element, baseUrl: string): string {
  const room = { characters: MOST_CHARACTERS };
  return render(copiesOf(content.children, baseUrl, room), { encodeEntities: 'utf8' }).trim();
}

/** Copies until the room is used up, so that every element that is begun is ended. */
function copiesOf(nodes: readonly ChildNode[], baseUrl: string, room: { characters: number }): ChildNode[] {
  return nodes.flatMap((node): ChildNode[] => {
    if (room.characters <= 0) return [];
    if (isText(node)) {
      const text = node.data.slice(0, room.characters);
      room.characters -= text.length;
      return [new Text(text)];
    }
    if (!isTag(node) || DROPPED.has(node.name)) return [];
    if (!KEPT.has(node.name)) return copiesOf(node.children, baseUrl, room);
    const attributes = attributesOf(node, baseUrl);
    room.characters -= MARKUP_CHARACTERS + Object.values(attributes).join('').length;
    return room.characters <= 0 ? [] : [new Element(node.name, attributes, copiesOf(node.children, baseUrl, room))];
  });
}

function attributesOf({ name, attribs }: Element, baseUrl: string): Record<string, string> {
  const kept = Object.entries(attribs).filter(([attribute]) => ATTRIBUTES.has(attribute));
  const address = ADDRESSES[name] ?? '';
  const url = absolute(attribs[address] || undefined, baseUrl);
  return Object.fromEntries([...(url === undefined ? [] : [[address, url] as const]), ...kept]);
}
