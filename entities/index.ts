import { AgentNoteSchema } from './research/agent-note.ts';
import { AgentRunSchema } from './research/agent-run.ts';
import { AgentStepSchema } from './research/agent-step.ts';
import { ApiKeySchema } from './accounts/api-key.ts';
import { AuditEntrySchema } from './accounts/audit-entry.ts';
import { ConsoleSessionSchema } from './accounts/console-session.ts';
import { CrawlAddressSchema } from './crawls/crawl-address.ts';
import { CrawlHostSchema } from './crawls/crawl-host.ts';
import { CrawlPrintSchema } from './crawls/crawl-print.ts';
import { CrawlSchema } from './crawls/crawl.ts';
import { CrawlShapeSchema } from './crawls/crawl-shape.ts';
import { DocumentSchema } from './documents/document.ts';
import { HoldSchema } from './accounts/hold.ts';
import { RateBucketSchema } from './accounts/rate-bucket.ts';
import { SignInFailureSchema } from './accounts/sign-in-failure.ts';
import { IdempotencyRecordSchema } from './accounts/idempotency-record.ts';
import { IndexOutboxSchema } from './documents/index-outbox.ts';
import { LoginLinkSchema } from './accounts/login-link.ts';
import { MonitorFoundSchema } from './monitors/monitor-found.ts';
import { MonitorMemorySchema } from './monitors/monitor-memory.ts';
import { MonitorRecordSchema } from './monitors/monitor-record.ts';
import { MonitorRequestSchema } from './monitors/monitor-request.ts';
import { MonitorRunRequestSchema } from './monitors/monitor-run-request.ts';
import { MonitorRunSchema } from './monitors/monitor-run.ts';
import { MonitorSnapshotSchema } from './monitors/monitor-snapshot.ts';
import { MonitorSuppressedSchema } from './monitors/monitor-suppressed.ts';
import { MonitorSchema } from './monitors/monitor.ts';
import { OrganizationSchema } from './accounts/organization.ts';
import { PageSchema } from './documents/page.ts';
import { PassageEmbeddingSchema } from './documents/passage-embedding.ts';
import { PostingSchema } from './accounts/posting.ts';
import { SourceListingSchema } from './sources/source-listing.ts';
import { SourcePageSchema } from './sources/source-page.ts';
import { SourceSchema } from './sources/source.ts';
import { TermCountingSchema, TermCountSchema, TermTotalSchema } from './documents/term-count.ts';
import { UserSchema } from './accounts/user.ts';
import { VocabularyWordSchema } from './documents/vocabulary-word.ts';
import { WebhookAttemptSchema } from './monitors/webhook-attempt.ts';
import { WebhookOutboxSchema } from './monitors/webhook-outbox.ts';

/** Every table of ours; the schema check compares them with the migrated database. */
export const entities = [
  AgentNoteSchema,
  AgentRunSchema,
  AgentStepSchema,
  ApiKeySchema,
  AuditEntrySchema,
  ConsoleSessionSchema,
  CrawlAddressSchema,
  CrawlHostSchema,
  CrawlPrintSchema,
  CrawlSchema,
  CrawlShapeSchema,
  DocumentSchema,
  HoldSchema,
  RateBucketSchema,
  SignInFailureSchema,
  IdempotencyRecordSchema,
  IndexOutboxSchema,
  LoginLinkSchema,
  MonitorFoundSchema,
  MonitorMemorySchema,
  MonitorRecordSchema,
  MonitorRequestSchema,
  MonitorRunRequestSchema,
  MonitorRunSchema,
  MonitorSchema,
  MonitorSnapshotSchema,
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
  UserSchema,
  VocabularyWordSchema,
  WebhookAttemptSchema,
  WebhookOutboxSchema,
];
