import { AgentRunSchema } from './agent-run.ts';
import { AgentStepSchema } from './agent-step.ts';
import { ApiKeySchema } from './api-key.ts';
import { DocumentSchema } from './document.ts';
import { HoldSchema } from './hold.ts';
import { IdempotencyRecordSchema } from './idempotency-record.ts';
import { IndexOutboxSchema } from './index-outbox.ts';
import { OrganizationSchema } from './organization.ts';
import { PageSchema } from './page.ts';
import { PassageEmbeddingSchema } from './passage-embedding.ts';
import { PostingSchema } from './posting.ts';
import { SourceListingSchema } from './source-listing.ts';
import { SourcePageSchema } from './source-page.ts';
import { SourceSchema } from './source.ts';
import { VocabularyWordSchema } from './vocabulary-word.ts';

/** Every table of ours; the schema check compares them with the migrated database. */
export const entities = [
  AgentRunSchema,
  AgentStepSchema,
  ApiKeySchema,
  DocumentSchema,
  HoldSchema,
  IdempotencyRecordSchema,
  IndexOutboxSchema,
  OrganizationSchema,
  PageSchema,
  PassageEmbeddingSchema,
  PostingSchema,
  SourceListingSchema,
  SourcePageSchema,
  SourceSchema,
  VocabularyWordSchema,
];
