import { AgentRunSchema } from './agent-run.ts';
import { AgentStepSchema } from './agent-step.ts';
import { ApiKeySchema } from './api-key.ts';
import { DocumentSchema } from './document.ts';
import { HoldSchema } from './hold.ts';
import { IdempotencyRecordSchema } from './idempotency-record.ts';
import { IndexOutboxSchema } from './index-outbox.ts';
import { MonitorFoundSchema } from './monitor-found.ts';
import { MonitorMemorySchema } from './monitor-memory.ts';
import { MonitorRecordSchema } from './monitor-record.ts';
import { MonitorRequestSchema } from './monitor-request.ts';
import { MonitorRunRequestSchema } from './monitor-run-request.ts';
import { MonitorRunSchema } from './monitor-run.ts';
import { MonitorSuppressedSchema } from './monitor-suppressed.ts';
import { MonitorSchema } from './monitor.ts';
import { OrganizationSchema } from './organization.ts';
import { PageSchema } from './page.ts';
import { PassageEmbeddingSchema } from './passage-embedding.ts';
import { PostingSchema } from './posting.ts';
import { SourceListingSchema } from './source-listing.ts';
import { SourcePageSchema } from './source-page.ts';
import { SourceSchema } from './source.ts';
import { TermCountingSchema, TermCountSchema, TermTotalSchema } from './term-count.ts';
import { VocabularyWordSchema } from './vocabulary-word.ts';
import { WebhookAttemptSchema } from './webhook-attempt.ts';
import { WebhookOutboxSchema } from './webhook-outbox.ts';

/** Every table of ours; the schema check compares them with the migrated database. */
export const entities = [
  AgentRunSchema,
  AgentStepSchema,
  ApiKeySchema,
  DocumentSchema,
  HoldSchema,
  IdempotencyRecordSchema,
  IndexOutboxSchema,
  MonitorFoundSchema,
  MonitorMemorySchema,
  MonitorRecordSchema,
  MonitorRequestSchema,
  MonitorRunRequestSchema,
  MonitorRunSchema,
  MonitorSchema,
  MonitorSuppressedSchema,
  OrganizationSchema,
  PageSchema,
  PassageEmbeddingSchema,
  PostingSchema,
  SourceListingSchema,
  SourcePageSchema,
  SourceSchema,
  TermCountingSchema,
  TermCountSchema,
  TermTotalSchema,
  VocabularyWordSchema,
  WebhookAttemptSchema,
  WebhookOutboxSchema,
];
