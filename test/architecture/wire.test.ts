import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allImports, ROOT } from '../../scripts/map/imports.ts';

/** Files below the api that may check data with a schema, each with the origin of that data: never a client of ours. */
const SCHEMAS_BELOW_THE_API: Record<string, string> = {
  'services/providers/reply/parse-reply.ts': "any provider's reply",
  'services/providers/news/gdelt.ts': "the provider's reply",
  'services/providers/registers/gleif.ts': "the provider's reply",
  'services/providers/registers/orcid.ts': "the provider's reply",
  'services/providers/registers/sec-companies.ts': "the provider's reply",
  'services/providers/registers/sec-figures.ts': "the provider's reply",
  'services/providers/registers/sec-filings.ts': "the provider's reply",
  'services/providers/registers/sec-tickers.ts': "the provider's reply",
  'services/providers/web/brave.ts': "the provider's reply",
  'services/providers/web/exa.ts': "the provider's reply",
  'services/providers/web/hackernews.ts': "the provider's reply",
  'services/providers/web/marginalia.ts': "the provider's reply",
  'services/providers/web/searxng.ts': "the provider's reply",
  'services/providers/web/tavily.ts': "the provider's reply",
  'services/providers/wikimedia/mediawiki.ts': "the provider's reply",
  'services/providers/wikimedia/wikidata-entities.ts': "the provider's reply",
  'services/providers/wikimedia/wikidata-facts.ts': "the provider's reply",
  'services/providers/wikimedia/wikipedia.ts': "the provider's reply",
  'services/files/formats/notebook.ts': 'the JSON of a notebook',
  'services/model/whole-text.ts': "a model's JSON, of any schema",
  'services/answer/follow-up-query.ts': "a model's JSON",
  'services/answer/rewrite-query.ts': "a model's JSON",
  'services/research/draft/translate.ts': "a model's JSON",
  'services/research/gather/plan-with-model.ts': "a model's JSON",
  'services/research/notes/missing.ts': "a model's JSON",
  'services/research/notes/take-notes.ts': "a model's JSON",
  'services/monitors/searches/stored-search.ts': 'a column that holds JSON of earlier releases',
  'runtime/config.ts': "the operator's environment",
};

/** What the OpenAPI description shows by name is a schema of the interface. */
const NAMED_FOR_CLIENTS = /\.meta\(\{\s*id:/;

describe('the border of the interface', () => {
  const imports = allImports();
  const below = imports.filter(({ from }) => /^(?:services|activities|workflows|runtime|worker|entities)\//.test(from));

  it('keeps schemas of requests and responses in api', () => {
    const declaring = new Set(below.filter(({ to }) => to === 'zod').map(({ from }) => from));
    assert.deepEqual([...declaring].toSorted(), Object.keys(SCHEMAS_BELOW_THE_API).toSorted());
  });

  it('lets nothing below api import it, types included', () => {
    assert.deepEqual(
      below.filter(({ to }) => to.startsWith('api/')).map(({ where, to }) => `${where} imports ${to}`),
      [],
    );
  });

  it('names no schema for clients below api', () => {
    const named = [...new Set(below.map(({ from }) => from))].filter((file) =>
      NAMED_FOR_CLIENTS.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(named, []);
  });
});
