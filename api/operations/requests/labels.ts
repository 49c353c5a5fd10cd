import { z } from 'zod';
import { storedMetadata } from '../../../services/documents/check-metadata.ts';
import { SCOPES } from '../../../services/query/scopes.ts';
import {
  LONGEST_METADATA_CHARACTERS,
  metadataFault,
  MOST_METADATA,
} from '../../../services/documents/check-metadata.ts';
import { COLLECTION_PATTERN, conditionOf, METADATA_NAME_PATTERN } from '../../../services/query/labels.ts';
import { Storable } from './text-values.ts';

const MOST_VALUES = 100;

/** The name of a collection. */
export const Collection = z.string().regex(new RegExp(COLLECTION_PATTERN), 'is not the name of a collection');

const Value = z.union(
  [
    Storable.max(LONGEST_METADATA_CHARACTERS, `is longer than ${LONGEST_METADATA_CHARACTERS} characters`),
    z.number(),
    z.boolean(),
  ],
  'is not a string, a number, a boolean, a list of these or a range',
);
const isFit = (metadata: Record<string, unknown>) => metadataFault(metadata) === undefined;

/** The metadata of a document. */
const DocumentMetadataBody = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .refine(isFit, {
    error: ({ input }) => metadataFault(input as Record<string, unknown>)?.replace(/^metadata[. ]/, '') ?? '',
  })
  .meta({ maxProperties: MOST_METADATA });

const Values = z.array(Value).min(1, 'is empty').max(MOST_VALUES, `holds more than ${MOST_VALUES} values`);
const Bound = z.union([z.string(), z.number()]);
const Range = z.strictObject({
  from: Bound.nullish().describe('Least value, included.'),
  to: Bound.nullish().describe('Greatest value, included. A day is included whole.'),
});

const Condition = z
  .union([Value, Values, Range])
  .refine(
    (given) => conditionOf(given) !== undefined,
    'is a range without two numbers or two dates (YYYY-MM-DD or ISO 8601)',
  );

export const MetadataConditions = z
  .record(z.string().regex(new RegExp(METADATA_NAME_PATTERN), 'is not a name of metadata'), Condition)
  .refine((conditions) => Object.keys(conditions).length <= MOST_METADATA, `has more than ${MOST_METADATA} names`);

/** The filters of a search by collection and metadata, which answers, chats, runs and monitors take, too. */
export const labelFields = {
  collections: z
    .array(Collection)
    .max(MOST_VALUES, `holds more than ${MOST_VALUES} collections`)
    .nullish()
    .describe('Finds only documents of these collections. Default: all documents, and what providers find.'),
  metadata: MetadataConditions.nullish().describe(
    'Finds only documents whose metadata meet all conditions: by name a value, a list of values of which one must be equal, or a range `{"from", "to"}` of numbers or dates. Default: all documents, and what providers find.',
  ),
};

/** Fields that a source or a crawl gives to each of its documents. */
export const labelsOfDocuments = {
  scope: z
    .enum(SCOPES, `must be one of ${SCOPES.join(', ')}`)
    .nullish()
    .transform((scope) => scope ?? null)
    .describe('Scope of the documents. Default: searches of every scope find them.'),
  collection: Collection.nullish()
    .transform((collection) => collection ?? null)
    .describe('Collection of the documents. Default: none.'),
  metadata: DocumentMetadataBody.nullish()
    .transform((metadata) => storedMetadata(metadata ?? undefined) ?? null)
    .describe('Metadata of each document. Default: none.'),
};
