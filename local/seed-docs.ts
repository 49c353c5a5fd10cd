import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '../api/api.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const SOURCE = 'Quarry documentation';
const HEADING = /^# (.+)$/m;

/** Indexes Quarry's own guide for one organization, so that its first search and answer need no internet. */
export async function seedDocs(api: Api, orgId: string): Promise<void> {
  const names = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
  const documents = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(DOCS, name), 'utf8');
      return { url: `${api.url}/docs/guide/${name}`, title: HEADING.exec(text)?.[1] ?? name, text, source: SOURCE };
    }),
  );
  await api.documents.index(orgId, documents);
}
