import { z } from 'zod';
import { queryWords } from '../../text/terms.ts';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { namesIn } from '../reply/names-in.ts';
import type { ProviderHttp } from '../port/provider-http.ts';

// PHP writes an empty map as an empty list.
const mapOf = <Value extends z.ZodType>(value: Value) =>
  z
    .union([z.array(z.unknown()).transform((): Record<string, z.output<Value>> => ({})), z.record(z.string(), value)])
    .default({});

const Snak = z.object({ datavalue: z.object({ type: z.string(), value: z.unknown() }).optional() });
const Statement = z.object({ mainsnak: Snak, rank: z.string(), qualifiers: mapOf(z.array(Snak)) });
const Text = z.object({ value: z.string() });
const Entity = z.object({
  id: z.string(),
  labels: mapOf(Text),
  descriptions: mapOf(Text),
  aliases: mapOf(z.array(Text)),
  claims: mapOf(z.array(Statement)),
  sitelinks: mapOf(z.object({ title: z.string(), url: z.string().optional() })),
});

/** The labels, descriptions and claims of a Wikidata entity. @see https://www.wikidata.org/w/api.php?action=help&modules=wbgetentities */
export type WikidataEntity = z.output<typeof Entity>;
export type WikidataStatement = z.output<typeof Statement>;

const LANGUAGE = 'en';
const MOST_AT_ONCE = 50;
// The statements of a well-known person take several hundred kilobytes.
const MAX_BYTES = 16 * 1024 * 1024;

const LONGEST_NAME = { characters: 200, words: 20 };
// CirrusSearch refuses more than 300 characters, operators included.
const LONGEST_QUERY = { characters: 250, words: 20 };

const Found = z.object({ search: z.array(z.object({ id: z.string() })) });
const FoundInText = z.object({ query: z.object({ search: z.array(z.object({ title: z.string() })) }) });

/** A search for items. `statement` restricts a full-text search: `P31=Q5`. */
export interface ItemQuery {
  query: string;
  limit: number;
  statement?: string | undefined;
  signal: AbortSignal;
}

/**
 * Items with the query as a name, else with a name that the query holds; else those whose text holds its words.
 *
 * @throws ProviderError
 */
export async function findItems(http: ProviderHttp, asked: ItemQuery): Promise<string[]> {
  const { query, limit, statement, signal } = asked;
  for (const name of new Set([query, ...namesIn(query)].slice(0, 2).map((text) => beginning(text, LONGEST_NAME)))) {
    const ids = await findByName(http, name, asked);
    if (ids.length > 0) return ids;
  }
  const words = beginning(queryWords(query).join(' '), LONGEST_QUERY);
  if (words === '') return [];
  const srsearch = statement ? `${words} haswbstatement:${statement}` : words;
  const byText = { action: 'query', format: 'json', list: 'search', srnamespace: 0, srsearch, srlimit: limit };
  return parseReply(FoundInText, await http.json({ path: '/w/api.php', query: byText, signal })).query.search.map(
    ({ title }) => title,
  );
}

async function findByName(http: ProviderHttp, name: string, { limit, signal }: ItemQuery): Promise<string[]> {
  const query = {
    action: 'wbsearchentities',
    format: 'json',
    type: 'item',
    language: LANGUAGE,
    uselang: LANGUAGE,
    search: name,
    limit,
  };
  return parseReply(Found, await http.json({ path: '/w/api.php', query, signal })).search.map(({ id }) => id);
}

const Entities = z.object({
  entities: mapOf(z.union([Entity, z.object({ missing: z.unknown() }).transform(() => undefined)])),
});

/** The items in the order of their ids; missing ones are omitted. @throws ProviderError */
export async function readItems(
  http: ProviderHttp,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<WikidataEntity[]> {
  if (ids.length === 0) return [];
  const query = {
    action: 'wbgetentities',
    format: 'json',
    ids: ids.slice(0, MOST_AT_ONCE).join('|'),
    props: 'labels|descriptions|aliases|claims|sitelinks/urls',
    languages: LANGUAGE,
    languagefallback: 1,
    sitefilter: `${LANGUAGE}wiki`,
  };
  const { entities } = parseReply(
    Entities,
    await http.json({ path: '/w/api.php', query, maxBytes: MAX_BYTES, signal }),
  );
  return ids.flatMap((id) => entities[id] ?? []);
}

const Labels = z.object({ entities: mapOf(z.object({ labels: mapOf(Text) })) });

/** The names of items by their ids. Items without one are omitted. @throws ProviderError */
export async function readLabels(
  http: ProviderHttp,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const starts = Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, place) => place * MOST_AT_ONCE);
  const answers = await Promise.all(
    starts.map(async (start) => {
      const wanted = ids.slice(start, start + MOST_AT_ONCE).join('|');
      const query = {
        action: 'wbgetentities',
        format: 'json',
        ids: wanted,
        props: 'labels',
        languages: LANGUAGE,
        languagefallback: 1,
      };
      return parseReply(Labels, await http.json({ path: '/w/api.php', query, signal })).entities;
    }),
  );
  return new Map(
    answers
      .flatMap((entities) => Object.entries(entities))
      .flatMap(([id, { labels }]) => (labels[LANGUAGE] ? [[id, labels[LANGUAGE].value]] : [])),
  );
}

/** The name of the entity. */
export function nameOf({ id, labels }: WikidataEntity): string {
  return labels[LANGUAGE]?.value ?? id;
}

/** A short description, its other names, and its page in Wikipedia. */
export function descriptionOf({ descriptions, aliases, sitelinks }: WikidataEntity): {
  description: string;
  aliases: string[];
  page: { title: string; url?: string | undefined } | undefined;
} {
  return {
    description: descriptions[LANGUAGE]?.value ?? '',
    aliases: (aliases[LANGUAGE] ?? []).map(({ value }) => value),
    page: sitelinks[`${LANGUAGE}wiki`],
  };
}
