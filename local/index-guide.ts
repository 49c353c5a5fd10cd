import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '../api/api.ts';
import type { Sql } from '../services/database/database.ts';
import { replaceGuide } from '../services/documents/guide.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const SOURCE = 'Quarry documentation';
const HEADING = /^# (.+)$/m;

/** Indexes Quarry's own guide for everyone, at the API's current address. */
export async function indexGuide(sql: Sql, api: Api): Promise<void> {
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
  await replaceGuide({ sql, documents: api.documents }, documents);
}
