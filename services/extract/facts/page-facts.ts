import type { Element } from 'domhandler';
import { knownFacts, type DocumentFacts } from './document-facts.ts';
import { publishedDateOf } from './page-date.ts';
import { authorOf, canonicalUrlOf, languageOf } from './page-origin.ts';
import { titleOf } from './page-title.ts';

export interface PageFacts extends DocumentFacts {
  /** Whether the page has an empty root that a script fills. */
  hasAppRoot: boolean;
  /** Whether a browser may render more: the page has scripts, or a refresh to another page. */
  hasScripts: boolean;
  /** Whether the page has a password field. */
  asksForPassword: boolean;
  /** The base of the page's relative URLs. */
  baseUrl: string;
}

/** Metadata of the untouched page. */
export function readFacts(elements: readonly Element[], url: string): PageFacts {
  const meta = metaOf(elements);
  const title = titleOf(elements, meta);
  const publishedDate = publishedDateOf(elements, meta, url);
  const base = elements.find((element) => element.name === 'base' && 'href' in element.attribs);
  const baseUrl = URL.parse(base?.attribs.href ?? '', url)?.href ?? url;
  const [author, language, canonicalUrl] = [
    authorOf(elements, meta),
    languageOf(elements, meta),
    canonicalUrlOf(elements, meta, baseUrl),
  ];
  return {
    ...knownFacts({ title, publishedDate, author, language, canonicalUrl }),
    hasAppRoot: elements.some(isAppRoot),
    hasScripts: elements.some(isProgram),
    asksForPassword: elements.some(
      ({ name, attribs }) => name === 'input' && attribs.type?.toLowerCase() === 'password',
    ),
    baseUrl,
  };
}

/** The values of `meta` elements by name, property or itemprop in lower case; the first of each. */
function metaOf(elements: readonly Element[]): Map<string, string> {
  const meta = new Map<string, string>();
  for (const { attribs } of elements.filter(({ name }) => name === 'meta')) {
    const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? attribs['http-equiv'] ?? '').toLowerCase();
    if (attribs.content && !meta.has(name)) meta.set(name, attribs.content);
  }
  return meta;
}

const APP_ROOT_IDS = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  'svelte',
  'react-root',
  'app-root',
  'q-app',
  'ember-app',
  'main-app',
]);

function isAppRoot({ name, attribs }: Element): boolean {
  return (
    APP_ROOT_IDS.has(attribs.id ?? '') ||
    name === 'app-root' ||
    'data-reactroot' in attribs ||
    'ng-app' in attribs ||
    'ng-version' in attribs
  );
}

function isProgram({ name, attribs }: Element): boolean {
  if (name === 'meta') return attribs['http-equiv']?.toLowerCase() === 'refresh';
  return name === 'script' && !/json|template|html/i.test(attribs.type ?? '');
}
