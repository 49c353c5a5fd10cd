import { createDocuments, type Documents } from '../../../services/documents/documents.ts';
import { systemClock } from '../../../services/core/clock.ts';
import type { Database } from '../../../services/database/database.ts';
import { newId } from '../../../services/core/ids.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** A real database with one organization, and sources of it. */
export interface Scene {
  database: Database;
  documents: Documents;
  orgId: string;
  /** A source that was created two minutes ago and has been scheduled; its pages are as given. */
  source(
    pages?: Record<string, { due?: 'read' | 'recheck' | 'drop'; held?: boolean }>,
    members?: { deleted?: boolean; scheduled?: boolean },
  ): Promise<string>;
  /** Rows of one source's pages, by URL. */
  pages(
    sourceId: string,
  ): Promise<Record<string, { due: string | null; attempts: number; error: string | null; held: boolean }>>;
  documentUrls(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openScene({ documentsPerOrganization = 100 } = {}): Promise<Scene> {
  const { database, drop } = await createTestDatabase();
  const orgId = newId('org');
  await database.query(`insert into organizations (id, name, created_at) values ($1, 'followers', now())`, [orgId]);
  const documents = createDocuments({ database, clock: systemClock, newId, limits: { documentsPerOrganization } });
  return {
    database,
    documents,
    orgId,
    async source(pages = {}, { deleted = false, scheduled = true } = {}) {
      const id = newId('src');
      await database.query(
        `insert into sources (id, org_id, url, cadence, cadence_seconds, max_pages, created_at, scheduled_at, deleted_at)
         values ($1, $2, $3, '1h', 3600, 1000, now() - interval '2 minutes', $4, $5)`,
        [
          id,
          orgId,
          `https://a.example/${id}.xml`,
          scheduled ? new Date() : null,
          deleted ? new Date(Date.now() - 60_000) : null,
        ],
      );
      for (const [url, { due = null, held = false }] of Object.entries(pages)) {
        await database.query(
          `insert into source_pages (source_id, url, listing_url, listed, due, held, first_seen_at) values ($1, $2, 'https://a.example/', true, $3, $4, now())`,
          [id, url, due, held],
        );
      }
      return id;
    },
    async pages(sourceId) {
      const rows = await database.query<{
        url: string;
        due: string | null;
        attempts: number;
        error: string | null;
        held: boolean;
      }>('select url, due, attempts, error, held from source_pages where source_id = $1 order by url', [sourceId]);
      return Object.fromEntries(rows.map(({ url, ...row }) => [url, row]));
    },
    documentUrls: async () =>
      (await database.query<{ url: string }>('select url from documents order by url')).map(({ url }) => url),
    close: drop,
  };
}
