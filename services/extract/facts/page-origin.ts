import type { Element } from 'domhandler';
import { textContent } from 'domutils';

const LONGEST_AUTHOR = 120;
const LONGEST_URL = 2_048;
const AUTHOR_META = [
  'author',
  'citation_author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'article:author',
];
// A pattern instead of a parser: many such blocks are not valid JSON, and the author may lie at any depth.
const AUTHOR_IN_JSON =
  /"author"\s*:\s*(?:\[\s*)?(?:"([^"\\]{2,120}(?:\\.[^"\\]*){0,20})"|\{[^{}]{0,2000}?"name"\s*:\s*"([^"\\]{1,120}(?:\\.[^"\\]*){0,20})")/;

/** The author that the page's data or marked elements name; the first of several. */
export function authorOf(elements: readonly Element[], meta: ReadonlyMap<string, string>): string | undefined {
  const marked = elements.find(
    ({ attribs }) => attribs.itemprop === 'author' || (attribs.rel ?? '').split(/\s+/).includes('author'),
  );
  const candidates = [
    ...authorsInJson(elements),
    ...AUTHOR_META.map((name) => meta.get(name)),
    marked && (marked.attribs.content ?? textContent(marked)),
  ];
  return candidates.map(asAuthor).find((author) => author !== undefined);
}

function authorsInJson(elements: readonly Element[]): string[] {
  const blocks = elements.filter(({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''));
  return blocks.flatMap((block) => {
    const [, text, name] = AUTHOR_IN_JSON.exec(textContent(block)) ?? [];
    return unescaped(text ?? name) ?? [];
  });
}

function unescaped(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(`"${text}"`) as string);
  } catch {
    return undefined;
  }
}

/** A person's name without the word before it; undefined for the address of a profile. */
function asAuthor(text: string | undefined): string | undefined {
  const name = (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:written )?by:? /i, '');
  const isName =
    /\p{L}{2}/u.test(name) && name.length <= LONGEST_AUTHOR && !/^(?:https?:)?\/\/|^www\.|@\w+\.\w/.test(name);
  return isName ? name : undefined;
}

/** The language that the page declares, as a BCP 47 tag. */
export function languageOf(elements: readonly Element[], meta: ReadonlyMap<string, string>): string | undefined {
  const html = elements.find(({ name }) => name === 'html');
  const candidates = [
    html?.attribs.lang,
    html?.attribs['xml:lang'],
    meta.get('content-language'),
    meta.get('og:locale')?.replaceAll('_', '-'),
  ];
  return candidates.map((tag) => canonicalTag(tag?.trim())).find((tag) => tag !== undefined);
}

function canonicalTag(tag: string | undefined): string | undefined {
  try {
    return tag ? Intl.getCanonicalLocales(tag)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The canonical address that the page declares, absolute. It is untrusted, so it is never fetched. */
export function canonicalUrlOf(
  elements: readonly Element[],
  meta: ReadonlyMap<string, string>,
  baseUrl: string,
): string | undefined {
  const link = elements.find(
    ({ name, attribs }) => name === 'link' && (attribs.rel ?? '').toLowerCase().split(/\s+/).includes('canonical'),
  );
  const candidates = [link?.attribs.href, meta.get('og:url')].map((href) => href && URL.parse(href.trim(), baseUrl));
  const url = candidates.find((candidate) => candidate && /^https?:$/.test(candidate.protocol));
  return url && url.href.length <= LONGEST_URL ? url.href : undefined;
}
