import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { nameWords } from '../reply/names-in.ts';
import type { Provider, ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';
import { inSentences, listed } from '../reply/format.ts';
import { dayInWords } from '../../dates/days.ts';

const optional = z.string().nullish();
const Address = z.object({
  addressLines: z.array(z.string().nullish()).nullish(),
  city: optional,
  region: optional,
  postalCode: optional,
  country: optional,
});
const Entity = z.object({
  legalName: z.object({ name: z.string() }),
  otherNames: z.array(z.object({ name: z.string() })).nullish(),
  legalAddress: Address.nullish(),
  headquartersAddress: Address.nullish(),
  registeredAs: optional,
  jurisdiction: optional,
  status: optional,
  creationDate: optional,
});
const Registration = z.object({ status: optional, lastUpdateDate: optional });
const LeiRecord = z.object({
  id: z.string(),
  attributes: z.object({ entity: Entity, registration: Registration.nullish() }),
});
const Answer = z.object({ data: z.array(LeiRecord) });

const LONGEST_QUERY = { characters: 250, words: 8 };

/**
 * Legal entities from the Global LEI Foundation: names, addresses, registration.
 *
 * @see https://www.gleif.org/en/lei-data/gleif-api
 */
export function gleif(http: ProviderHttp): Provider {
  return {
    name: 'gleif',
    title: 'GLEIF',
    scopes: ['companies'],
    probeUrl: `${http.baseUrl}/api/v1/lei-records?page[size]=1`,
    async search(query, { limit, signal }) {
      const words = beginning(nameWords(query).join(' '), LONGEST_QUERY);
      if (words === '') return { documents: [], warnings: [] };
      const parameters = { 'filter[fulltext]': words, 'page[number]': 1, 'page[size]': limit };
      const headers = { accept: 'application/vnd.api+json' };
      const { data } = parseReply(
        Answer,
        await http.json({ path: '/api/v1/lei-records', query: parameters, headers, signal }),
      );
      return { documents: data.map(asDocument), warnings: [] };
    },
  };
}

function asDocument({ id, attributes: { entity, registration } }: z.output<typeof LeiRecord>): ProviderDocument {
  const name = entity.legalName.name;
  const others = (entity.otherNames ?? []).map((other) => other.name);
  const [legal, headquarters] = [entity.legalAddress, entity.headquartersAddress].map(addressInWords);
  const text = inSentences([
    `${name} is a legal entity with the Legal Entity Identifier (LEI) ${id}`,
    others.length > 0 && `${name} is also known as ${listed(others)}`,
    entity.status && `${name}'s status is ${entity.status.toLowerCase()}`,
    entity.jurisdiction && `${name}'s jurisdiction is ${entity.jurisdiction}`,
    entity.registeredAs && `${name} is registered there as ${entity.registeredAs}`,
    entity.creationDate && `${name} was created on ${dayInWords(entity.creationDate)}`,
    legal && `${name}'s legal address is ${legal}`,
    headquarters && headquarters !== legal && `${name} has its headquarters at ${headquarters}`,
    registration?.status && `The registration of its LEI is ${registration.status.toLowerCase()}`,
  ]);
  return {
    // The human-readable page distinguishes its records only by the fragment, so all of them would become one document.
    url: `https://api.gleif.org/api/v1/lei-records/${encodeURIComponent(id)}`,
    title: name,
    text,
    isWhole: true,
    source: 'GLEIF',
    ...parsePublished(registration?.lastUpdateDate),
  };
}

function addressInWords(address: z.output<typeof Address> | null | undefined): string {
  if (!address) return '';
  const { addressLines, city, region, postalCode, country } = address;
  return [...(addressLines ?? []), city, region, postalCode, country].filter((part) => part).join(', ');
}
