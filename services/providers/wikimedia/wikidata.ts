import { introductions } from './mediawiki.ts';
import { ProviderError, type Provider, type ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { descriptionOf, findItems, nameOf, readItems, readLabels, type WikidataEntity } from './wikidata-entities.ts';
import { itemsIn, statementsOf, valueInWords, type FactKind } from './wikidata-facts.ts';
import { COMPANIES, PEOPLE, type EntityKind } from './wikidata-kinds.ts';
import { inSentences, listed } from '../reply/format.ts';

// Each has up to a megabyte of statements.
const MOST_ITEMS = 10;

/**
 * People or companies from Wikidata: its statements about them as sentences, then the introduction of their Wikipedia
 * page.
 *
 * @param wikipedia the wiki that the items link to
 * @see https://www.wikidata.org/wiki/Wikidata:Data_access
 */
export function wikidata(http: ProviderHttp, wikipedia: ProviderHttp, scope: 'people' | 'companies'): Provider {
  const kind = scope === 'people' ? PEOPLE : COMPANIES;
  return {
    name: 'wikidata',
    title: 'Wikidata',
    scopes: [scope],
    probeUrl: `${http.baseUrl}/w/api.php?action=query&meta=siteinfo&format=json`,
    async search(query, { limit, signal }) {
      const ids = await findItems(http, {
        query,
        limit: Math.min(limit, MOST_ITEMS),
        statement: kind.statement,
        signal,
      });
      const entities = (await readItems(http, ids, signal)).filter(kind.isOne);
      const statements = entities.flatMap((entity) => kind.facts.flatMap((fact) => statementsOf(entity, fact)));
      const [labels, pages] = await Promise.all([
        readLabels(http, [...new Set(itemsIn(statements))], signal),
        beginningsOf(wikipedia, entities, signal),
      ]);
      return {
        documents: entities.map((entity) => asDocument(entity, kind, { labels, pages: pages.texts })),
        warnings: pages.warnings,
      };
    },
  };
}

interface Known {
  labels: ReadonlyMap<string, string>;
  /** Introductions by the titles of their pages. */
  pages: ReadonlyMap<string, string>;
}

async function beginningsOf(
  wikipedia: ProviderHttp,
  entities: readonly WikidataEntity[],
  signal: AbortSignal,
): Promise<{ texts: Known['pages']; warnings: string[] }> {
  const values = entities.flatMap((entity) => descriptionOf(entity).page?.title ?? []);
  try {
    const pages = await introductions(wikipedia, { by: 'titles', values }, signal);
    return { texts: new Map(pages.map(({ title, text }) => [title, text])), warnings: [] };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { texts: new Map(), warnings: [`the introductions from Wikipedia are missing: ${error.message}`] };
  }
}

function asDocument(entity: WikidataEntity, { facts }: EntityKind, { labels, pages }: Known): ProviderDocument {
  const name = nameOf(entity);
  const { description, aliases, page } = descriptionOf(entity);
  const stated = inSentences([
    description && `${name}: ${description}`,
    aliases.length > 0 && `${name} is also known as ${listed(aliases.slice(0, MOST_ALIASES))}`,
    ...facts.map((fact) => said(entity, fact, labels)),
  ]);
  const introduction = page && pages.get(page.title);
  return {
    url: page?.url ?? `https://www.wikidata.org/wiki/${entity.id}`,
    title: page?.title ?? name,
    text: [stated, introduction].filter((part) => part).join('\n\n'),
    isWhole: true,
    source: page?.url ? 'Wikipedia' : 'Wikidata',
  };
}

const MOST_ALIASES = 8;

function said(entity: WikidataEntity, fact: FactKind, labels: Known['labels']): string {
  const values = statementsOf(entity, fact).flatMap((statement) => valueInWords(statement, labels) ?? []);
  return values.length > 0 ? fact.say(nameOf(entity), listed([...new Set(values)])) : '';
}
