import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { DocumentMetadata } from '../documents/document.ts';

export const CRAWL_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

export const CRAWL_STOP_REASONS = ['finished', 'max_pages', 'budget_reached', 'cancelled', 'internal_error'] as const;

/** How pages are read: with a browser where their HTML has no content of its own, or without one. */
export const RENDER_MODES = ['auto', 'never'] as const;

/** What a caller wants of a crawl. Unchanged since its creation. */
export interface CrawlRequest {
  urls: string[];
  maxPages: number;
  maxDepth: number;
  /** Globs on the path. Empty: every path. */
  include: string[];
  exclude: string[];
  includeSubdomains: boolean;
  render: (typeof RENDER_MODES)[number];
  scope: string | null;
  collection: string | null;
  metadata: DocumentMetadata | null;
  /** Time between two rounds, as given. Null: one round. */
  refresh: string | null;
}

/** A crawl: what it was asked for, its state, and its counts, which change with its pages in one transaction. */
export const CrawlSchema = defineEntity({
  name: 'Crawl',
  tableName: 'crawls',
  properties: {
    id: p.string().primary(),
    orgId: p.string(),
    /** Of the key or user that is charged. */
    callerId: p.string(),
    status: p.enum(CRAWL_STATUSES),
    stopReason: p.enum(CRAWL_STOP_REASONS).nullable(),
    request: p.json<CrawlRequest>(),
    refreshSeconds: p.integer().nullable(),
    /** Number of the round, from 1. */
    round: p.integer().default(1),
    /** Addresses in the frontier. */
    found: p.integer().default(0),
    fetched: p.integer().default(0),
    stored: p.integer().default(0),
    unchanged: p.integer().default(0),
    skipped: p.integer().default(0),
    failed: p.integer().default(0),
    /** Pages with a document of this crawl. */
    held: p.integer().default(0),
    /** Whether the organization's limit of documents has refused a page in this round. */
    isLimited: p.boolean().default(false),
    /** Number of the last page event. */
    seq: p.integer().default(0),
    /** Number of the current portion, which is part of the key of its hold. */
    portion: p.integer().default(1),
    /** Credits that the portion holds. Null: it has not begun. */
    portionHeld: p.integer().nullable(),
    /** Pages of the portion that are stored. */
    portionStored: p.integer().default(0),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    nextRoundAt: p.datetime(3).nullable(),
    /** Set: the crawl is invisible, and its deletion is in progress. */
    deletedAt: p.datetime(3).nullable(),
    keepDocuments: p.boolean().default(false),
  },
  indexes: [
    { name: 'crawls_newest_first', properties: ['orgId', 'id'] },
    {
      name: 'crawls_unsettled',
      expression:
        "create index crawls_unsettled on crawls (id) where status in ('pending', 'running') or deleted_at is not null",
    },
  ],
});

export type CrawlRow = InferEntity<typeof CrawlSchema>;
