import { LRUCache } from 'lru-cache';
import type { Sql } from '../../database/database.ts';
import { canonicalUrl, siteName } from '../../url/canonical-url.ts';
import type { FoundText } from './candidates.ts';
import { wordPairsOf, type TitledText } from './novel-share.ts';

/** Texts of found and delivered documents, read on demand: together they might exceed the memory. */
export interface Texts {
  ofFound(found: Pick<FoundText, 'urlHash'>): Promise<TitledText>;
  /** Word pairs of a record, or of a found document that becomes one in this run. Empty once the record is gone. */
  pairsOfRecord(recordId: string): Promise<ReadonlySet<string>>;
}

// Similar documents are often found together and compared with the same originals.
const CACHED_RECORDS = 64;

export function createTexts(sql: Sql, run: string, found: readonly FoundText[]): Texts {
  const ofThisRun = new Map(found.map((one) => [one.recordId, one.urlHash]));
  const pairsByRecord = new LRUCache<string, ReadonlySet<string>>({ max: CACHED_RECORDS });

  async function ofFound({ urlHash }: Pick<FoundText, 'urlHash'>): Promise<TitledText> {
    const document = await sql.builder
      .selectFrom('monitor_found')
      .select(({ ref }) => [
        ref('document', '->>').key('title').$castTo<string | null>().as('title'),
        ref('document', '->>').key('url').$castTo<string>().as('url'),
        'text',
      ])
      .where('run', '=', run)
      .where('url_hash', '=', urlHash)
      .executeTakeFirst();
    return {
      title: document?.title ?? '',
      text: document?.text ?? '',
      site: document ? siteName(canonicalUrl(document.url)) : '',
    };
  }

  async function textOfRecord(recordId: string): Promise<string> {
    const record = await sql.builder
      .selectFrom('monitor_records')
      .select('text')
      .where('record_id', '=', recordId)
      .executeTakeFirst();
    return record?.text ?? '';
  }

  return {
    ofFound,
    async pairsOfRecord(recordId) {
      const known = pairsByRecord.get(recordId);
      if (known !== undefined) return known;
      const urlHash = ofThisRun.get(recordId);
      const text = urlHash ? (await ofFound({ urlHash })).text : await textOfRecord(recordId);
      const pairs = wordPairsOf(text);
      pairsByRecord.set(recordId, pairs);
      return pairs;
    },
  };
}
