import type { Handler } from 'htmlparser2';
import type { Listing } from './listing.ts';

/** The fields of an entry by lower-case name: the first one of each name; for links, the one to the page. */
export type EntryFields = Record<string, string>;

/** The kind of listing and the name of its entries, by root element. */
const ROOTS: Record<string, { kind: Listing['kind']; entry: string }> = {
  urlset: { kind: 'sitemap', entry: 'url' },
  sitemapindex: { kind: 'sitemap index', entry: 'sitemap' },
  rss: { kind: 'feed', entry: 'item' },
  rdf: { kind: 'feed', entry: 'item' },
  feed: { kind: 'feed', entry: 'entry' },
};

const MAX_FIELD_LENGTH = 4_096;
const MAX_DEPTH = 100;

interface Heard {
  onKind(kind: Listing['kind']): void;
  onEntry(kind: Listing['kind'], fields: EntryFields): void;
}

interface Field {
  name: string;
  text: string;
}

/** Passes on the entries of a feed or sitemap during parsing, so that its tree is never in memory. */
export function readEntries({ onKind, onEntry }: Heard): Partial<Handler> {
  let root: { kind: Listing['kind']; entry: string; prefix: string } | undefined;
  let depth = 0;
  let entry: { depth: number; fields: EntryFields } | undefined;
  let field: Field | undefined;

  /** The name without the root's prefix: some sitemaps write `<sm:urlset>`. `image:loc` keeps its own. */
  const localName = (name: string) => {
    const lower = name.toLowerCase();
    return root && root.prefix !== '' && lower.startsWith(root.prefix) ? lower.slice(root.prefix.length) : lower;
  };

  return {
    onopentag(name, attributes) {
      depth += 1;
      if (!root) {
        root = depth === 1 ? rootOf(name.toLowerCase()) : undefined;
        if (root) onKind(root.kind);
        return;
      }
      const local = localName(name);
      if (!entry && local === root.entry && depth < MAX_DEPTH) entry = { depth, fields: {} };
      else if (entry && depth === entry.depth + 1) field = openField(entry.fields, local, attributes);
    },
    ontext(text) {
      if (field && field.text.length < MAX_FIELD_LENGTH) field.text += text;
    },
    onclosetag() {
      if (entry && depth === entry.depth + 1) closeField(entry.fields, field);
      if (entry && depth <= entry.depth + 1) field = undefined;
      if (root && entry && depth === entry.depth) {
        onEntry(root.kind, entry.fields);
        entry = undefined;
      }
      depth -= 1;
    },
  };
}

function rootOf(name: string) {
  const prefix = name === 'rdf:rdf' ? '' : (/^[^:]+:/.exec(name)?.[0] ?? '');
  const known = ROOTS[name === 'rdf:rdf' ? 'rdf' : name.slice(prefix.length)];
  return known && { ...known, prefix };
}

/** Atom's links are attributes, and only `alternate` is the page; a guid need not be an address. */
function openField(fields: EntryFields, name: string, attributes: Record<string, string>): Field | undefined {
  if (name === 'link' && attributes.href !== undefined) {
    if ((attributes.rel ?? 'alternate') === 'alternate') fields.link ??= attributes.href;
    return undefined;
  }
  if (name === 'guid' && (attributes.isPermaLink ?? attributes.ispermalink) === 'false') return undefined;
  return { name, text: '' };
}

function closeField(fields: EntryFields, field: Field | undefined): void {
  const text = field?.text.trim().slice(0, MAX_FIELD_LENGTH) ?? '';
  if (!field || text === '') return;
  if (field.name === 'guid' && !/^https?:/.test(text)) return;
  fields[field.name] ??= text;
}
