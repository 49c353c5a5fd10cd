import type { WikidataEntity } from './wikidata-entities.ts';
import { itemsIn, statementsOf, type FactKind } from './wikidata-facts.ts';

/** A kind of item: the search for it, its recognition, and the facts about it, in this order. */
export interface EntityKind {
  /** Restricts a full-text search, if a single statement identifies the kind. */
  statement?: string;
  isOne(entity: WikidataEntity): boolean;
  facts: readonly FactKind[];
}

/** `on 7 November 1867`, `in 1867`. */
const when = (day: string) => (/^\d{1,2} [A-Z][a-z]/.test(day) ? `on ${day}` : `in ${day}`);

const INSTANCE_OF = { property: 'P31', most: 50 };
const HUMAN = 'Q5';

const isInstanceOf = (entity: WikidataEntity, classes: ReadonlySet<string>) =>
  itemsIn(statementsOf(entity, INSTANCE_OF)).some((id) => classes.has(id));

export const PEOPLE: EntityKind = {
  statement: `P31=${HUMAN}`,
  isOne: (entity) => isInstanceOf(entity, new Set([HUMAN])),
  facts: [
    { property: 'P569', most: 1, say: (name, day) => `${name} was born ${when(day)}` },
    { property: 'P19', most: 1, say: (name, place) => `${name} was born in ${place}` },
    { property: 'P570', most: 1, say: (name, day) => `${name} died ${when(day)}` },
    { property: 'P20', most: 1, say: (name, place) => `${name} died in ${place}` },
    { property: 'P27', say: (name, countries) => `${name}'s citizenship: ${countries}` },
    { property: 'P106', say: (name, occupations) => `${name}'s occupation: ${occupations}` },
    { property: 'P39', say: (name, offices) => `${name} has held the position of ${offices}` },
    { property: 'P108', say: (name, employers) => `${name} has worked for ${employers}` },
    { property: 'P69', say: (name, schools) => `${name} was educated at ${schools}` },
    { property: 'P101', say: (name, fields) => `${name}'s field of work: ${fields}` },
    { property: 'P102', say: (name, parties) => `${name}'s political party: ${parties}` },
    { property: 'P54', say: (name, teams) => `${name} has played for ${teams}` },
    { property: 'P26', say: (name, spouses) => `${name} married ${spouses}` },
    { property: 'P800', say: (name, works) => `${name}'s notable works: ${works}` },
    { property: 'P166', say: (name, awards) => `${name} has received ${awards}` },
    { property: 'P496', most: 1, say: (name, id) => `${name}'s ORCID iD: ${id}` },
    { property: 'P856', most: 1, say: (name, url) => `${name}'s website: ${url}` },
  ],
};

// Business, enterprise, company, public company, corporation, organization and frequent subclasses of them.
const COMPANY_CLASSES = new Set([
  'Q4830453',
  'Q6881511',
  'Q783794',
  'Q891723',
  'Q167037',
  'Q43229',
  'Q22687',
  'Q18388277',
  'Q1058914',
  'Q786820',
  'Q46970',
  'Q778575',
  'Q219577',
  'Q658255',
  'Q134161',
  'Q163740',
  'Q2143354',
  'Q507619',
  'Q18127',
  'Q2085381',
  'Q210167',
  'Q1137109',
  'Q5621421',
  'Q19644607',
  'Q1762059',
]);
// Properties that only businesses have: legal form, stock exchange, ISIN, LEI, CIK, total revenue, chief executive
// officer.
const TELLING_PROPERTIES = ['P1454', 'P414', 'P946', 'P1278', 'P5531', 'P2139', 'P169'];

export const COMPANIES: EntityKind = {
  isOne: (entity) =>
    !PEOPLE.isOne(entity) &&
    (isInstanceOf(entity, COMPANY_CLASSES) || TELLING_PROPERTIES.some((property) => entity.claims[property])),
  facts: [
    { property: 'P31', most: 3, say: (name, kinds) => `${name} is classed as ${kinds}` },
    { property: 'P571', most: 1, say: (name, day) => `${name} was founded ${when(day)}` },
    { property: 'P112', say: (name, founders) => `${name} was founded by ${founders}` },
    { property: 'P576', most: 1, say: (name, day) => `${name} was dissolved ${when(day)}` },
    { property: 'P159', most: 2, say: (name, places) => `${name} has its headquarters in ${places}` },
    { property: 'P17', most: 2, say: (name, countries) => `${name}'s country: ${countries}` },
    { property: 'P1454', most: 1, say: (name, form) => `${name}'s legal form: ${form}` },
    { property: 'P452', say: (name, industries) => `${name}'s industry: ${industries}` },
    { property: 'P1056', say: (name, products) => `${name}'s products: ${products}` },
    { property: 'P169', say: (name, people) => `${name}'s chief executive officer: ${people}` },
    { property: 'P488', say: (name, people) => `${name}'s chairperson: ${people}` },
    { property: 'P749', say: (name, parents) => `${name} belongs to ${parents}` },
    { property: 'P127', say: (name, owners) => `${name} is owned by ${owners}` },
    { property: 'P355', say: (name, subsidiaries) => `${name}'s subsidiaries: ${subsidiaries}` },
    { property: 'P414', say: (name, exchanges) => `${name} is listed at ${exchanges}` },
    { property: 'P1128', most: 3, say: (name, counts) => `${name}'s number of employees: ${counts}` },
    { property: 'P2139', most: 3, say: (name, amounts) => `${name}'s revenue: ${amounts}` },
    { property: 'P946', most: 1, say: (name, isin) => `${name}'s ISIN: ${isin}` },
    { property: 'P1278', most: 1, say: (name, lei) => `${name}'s Legal Entity Identifier: ${lei}` },
    { property: 'P856', most: 1, say: (name, url) => `${name}'s website: ${url}` },
  ],
};
