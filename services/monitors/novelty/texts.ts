import type { Sql } from '../../database/database.ts';
import type { FoundText } from './candidates.ts';
import { wordPairsOf, type TitledText } from './novel-share.ts';

/** Texts of what was found and of what was delivered, read when they are compared: all of them at once might not fit into memory. */
export interface Texts {
  ofFound(found: Pick<FoundText, 'urlHash'>): Promise<TitledText>;
  /** Word pairs of a record, or of a found document that becomes one in this run; none once it is gone. */
  pairsOfRecord(recordId: string): Promise<ReadonlySet<string>>;
}

// What is alike is often found together, and compared with the same originals.
const KEPT = 64;

export function createTexts(sql: Sql, run: string, found: readonly FoundText[]): Texts {
  const ofThisRun = new Map(found.map((one) => [one.recordId, one.urlHash]));
  const kept = new Map<string, ReadonlySet<string>>();

  async function read(statement: string, parameters: readonly (string | Buffer)[]): Promise<TitledText> {
    const [row] = await sql.query<{ title: string | null; text: string }>(statement, parameters);
    return { title: row?.title ?? '', text: row?.text ?? '' };
  }

  const ofFound: Texts['ofFound'] = ({ urlHash }) =>
    read(`select document ->> 'title' as title, text from monitor_found where run = $1 and url_hash = $2`, [
      run,
      urlHash,
    ]);

  return {
    ofFound,
    async pairsOfRecord(recordId) {
      const known = kept.get(recordId);
      if (known !== undefined) return known;
      const urlHash = ofThisRun.get(recordId);
      const { text } = urlHash
        ? await ofFound({ urlHash })
        : await read(`select document ->> 'title' as title, text from monitor_records where record_id = $1`, [
            recordId,
          ]);
      if (kept.size >= KEPT) kept.clear();
      const pairs = wordPairsOf(text);
      kept.set(recordId, pairs);
      return pairs;
    },
  };
}
