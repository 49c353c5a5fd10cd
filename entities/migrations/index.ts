import { FoundationMigration } from './0001-foundation.ts';
import { OutboxBulk } from './0002-outbox-bulk.ts';
import { PageOrigin } from './0003-page-origin.ts';
import { SourcesMigration } from './0004-sources.ts';
import { RebuildRequests } from './0005-rebuild-requests.ts';
import { VocabularyMigration } from './0006-vocabulary.ts';
import { EmbeddingsMigration } from './0007-embeddings.ts';
import { RunEventsMigration } from './0008-run-events.ts';
import { MonitorsMigration } from './0009-monitors.ts';
import { WebhooksMigration } from './0010-webhooks.ts';
import { DocumentScopes } from './0011-document-scopes.ts';
import { StepsNumberedByReaders } from './0012-steps-numbered-by-readers.ts';
import { UnreachedRequests } from './0013-unreached-requests.ts';
import { PageCuts } from './0014-page-cuts.ts';
import { ListedPublication } from './0015-listed-publication.ts';
import { TermStatistics } from './0016-term-statistics.ts';
import { ResearchNotes } from './0017-research-notes.ts';
import { MembersMigration } from './0018-members.ts';
import { UsageMigration } from './0019-usage.ts';
import { AuditLogMigration } from './0020-audit-log.ts';
import { RowLevelSecurity } from './0021-row-level-security.ts';
import { SuppressedTexts } from './0022-suppressed-texts.ts';

/** In order. A migration that was released is never changed; a new one is added below it. */
export const migrations = [
  { name: '0001-foundation', class: FoundationMigration },
  { name: '0002-outbox-bulk', class: OutboxBulk },
  { name: '0003-page-origin', class: PageOrigin },
  { name: '0004-sources', class: SourcesMigration },
  { name: '0005-rebuild-requests', class: RebuildRequests },
  { name: '0006-vocabulary', class: VocabularyMigration },
  { name: '0007-embeddings', class: EmbeddingsMigration },
  { name: '0008-run-events', class: RunEventsMigration },
  { name: '0009-monitors', class: MonitorsMigration },
  { name: '0010-webhooks', class: WebhooksMigration },
  { name: '0011-document-scopes', class: DocumentScopes },
  { name: '0012-steps-numbered-by-readers', class: StepsNumberedByReaders },
  { name: '0013-unreached-requests', class: UnreachedRequests },
  { name: '0014-page-cuts', class: PageCuts },
  { name: '0015-listed-publication', class: ListedPublication },
  { name: '0016-term-statistics', class: TermStatistics },
  { name: '0017-research-notes', class: ResearchNotes },
  { name: '0018-members', class: MembersMigration },
  { name: '0019-usage', class: UsageMigration },
  { name: '0020-audit-log', class: AuditLogMigration },
  { name: '0021-row-level-security', class: RowLevelSecurity },
  { name: '0022-suppressed-texts', class: SuppressedTexts },
];
