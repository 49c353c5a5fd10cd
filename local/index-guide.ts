import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '../api/api.ts';
import type { Platform } from '../runtime/platform.ts';
import { newId } from '../services/core/ids.ts';
import { createDocuments } from '../services/documents/documents.ts';
import { isDrained } from '../services/documents/indexing/outbox.ts';
import { replaceGuide } from '../services/documents/guide.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const SOURCE = 'Quarry documentation';
// The guide should be searchable when the service is ready; a busy index delays the start no longer than this.
const SEARCHABLE_WITHIN_MS = 1_000;
const HEADING = /^# (.+)$/m;

/** Indexes Quarry's own guide for everyone, at the API's current address. */
export async function indexGuide(
  { operator, clock }: Pick<Platform, 'operator' | 'clock'>,
  api: Pick<Api, 'url'>,
): Promise<void> {
  const names = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
  const documents = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(DOCS, name), 'utf8');
      return {
        url: `${api.url}/docs/guide/${name.replace(/\.md$/, '')}`,
        title: HEADING.exec(text)?.[1] ?? name,
        text,
        source: SOURCE,
      };
    }),
  );
  const stored = createDocuments({
    database: operator,
    clock,
    newId,
    notify: async (seq) => void (await isDrained(operator, seq, SEARCHABLE_WITHIN_MS)),
    limits: { documentsPerOrganization: Number.POSITIVE_INFINITY },
  });
  await replaceGuide({ sql: operator, documents: stored }, documents);
}
