import type { Database } from '../../database/database.ts';
import type { PreviousRun } from '../gather/plan.ts';
import { markersIn } from '../report/markers.ts';
import type { StoredNotes } from '../notes/stored-notes.ts';

/** Reads the context of the run that this one follows up on; undefined without such a run, or if it has expired. */
export type ReadPrevious = (orgId: string, runId: string | undefined) => Promise<PreviousRun | undefined>;

export function createReadPrevious({ database, notes }: { database: Database; notes: StoredNotes }): ReadPrevious {
  return async (orgId, runId) => {
    if (runId === undefined) return undefined;
    const run = await database.builder
      .selectFrom('agent_runs')
      .select(['query', 'text', 'sources'])
      .where('id', '=', runId)
      .where('org_id', '=', orgId)
      .executeTakeFirst();
    if (!run) return undefined;
    const sources = (run.sources ?? []) as Array<{ id: number; url: string }>;
    const urls = new Map(sources.map(({ id, url }) => [id, url]));
    const cited = [...new Set(markersIn(run.text ?? ''))].flatMap((id) => urls.get(id) ?? []);
    return { query: run.query, cited, claims: (await notes.ofRun(runId)).map(({ claim }) => claim) };
  };
}
