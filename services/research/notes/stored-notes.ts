import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { storable } from '../../database/storable.ts';
import type { Note } from './take-notes.ts';

/** A note with the page that it is from. */
export interface PageNote extends Note {
  /** Number of the page within the run. */
  page: number;
  url: string;
}

/** The notes of runs, one row each. */
export interface StoredNotes {
  /** Replaces the notes of a page, so that after a repeated attempt only the notes of one attempt are stored. */
  put(runId: string, page: { ordinal: number; url: string }, notes: readonly Note[]): Promise<void>;
  /** All notes of a run, by page. */
  ofRun(runId: string): Promise<PageNote[]>;
}

export function createStoredNotes({ database, clock }: { database: Database; clock: Clock }): StoredNotes {
  return {
    put: (runId, { ordinal: page, url }, notes) =>
      database.transaction(async ({ builder }) => {
        await builder.deleteFrom('agent_notes').where('run_id', '=', runId).where('page', '=', page).execute();
        if (notes.length === 0) return;
        const rows = notes.map(({ question, claim, quote }, place) => ({
          run_id: runId,
          page,
          ordinal: place + 1,
          url: storable(url),
          question: storable(question),
          place: storable(quote.place),
          claim: storable(claim),
          quote: storable(quote.text),
          created_at: clock.now(),
        }));
        await builder.insertInto('agent_notes').values(rows).execute();
      }),

    async ofRun(runId) {
      const rows = await database.builder
        .selectFrom('agent_notes')
        .select(['page', 'url', 'question', 'place', 'claim', 'quote'])
        .where('run_id', '=', runId)
        .orderBy('page')
        .orderBy('ordinal')
        .execute();
      return rows.map(({ place, quote, ...note }) => ({ ...note, quote: { place, text: quote } }));
    },
  };
}
