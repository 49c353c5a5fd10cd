import { setImmediate as nextRound } from 'node:timers/promises';
import { siteName } from '../url/canonical-url.ts';
import type { FoundText } from './novelty/candidates.ts';
import { fingerprintOf } from './novelty/fingerprint.ts';
import { judgeFound } from './novelty/judge-novelty.ts';
import { wordPairsOf } from './novelty/novel-share.ts';
import type { OutcomeDocument } from './run/search-outcome.ts';
import { urlHashOf } from './run/store-outcome.ts';

/** A document that the searches of a preview found. */
export interface PreviewedDocument extends OutcomeDocument {
  /** Positions of the searches that found it. */
  matched: number[];
}

export interface PreviewedRecord extends PreviewedDocument {
  novelty: 'new' | 'update';
}

export interface PreviewedReprint extends PreviewedDocument {
  reason: 'same_text' | 'near_duplicate';
  /** Address of the delivered document with the same content. */
  duplicateOf: string;
  novelShare: number;
}

/**
 * Determines which of these documents, each at a different address, a first run would deliver and which it would
 * suppress. It takes no lock and writes no row.
 */
export async function judgePreview(
  documents: readonly PreviewedDocument[],
  signal: AbortSignal,
): Promise<{ delivered: PreviewedRecord[]; suppressed: PreviewedReprint[] }> {
  const found: FoundText[] = [];
  const byUrlHash = new Map<string, PreviewedDocument>();
  for (const [place, document] of documents.entries()) {
    signal.throwIfAborted();
    const urlHash = urlHashOf(document.canonicalUrl);
    const key = urlHash.toString('hex');
    const { bodyHash, ...print } = fingerprintOf('', document.text, siteName(document.canonicalUrl));
    // A record's id is its position among the documents.
    found.push({ key, urlHash, recordId: String(place), bodyHash: bodyHash?.toString('hex') ?? null, ...print });
    byUrlHash.set(key, document);
    // A hundred long texts take a second: other calls of the process run in between.
    await nextRound();
  }
  const documentOf = (urlHash: Buffer) => byUrlHash.get(urlHash.toString('hex')) ?? NONE;
  const { accepted, suppressed } = await judgeFound(found, {
    async ofFound({ urlHash }) {
      const { document, text, canonicalUrl } = documentOf(urlHash);
      return { title: document.title, text, site: siteName(canonicalUrl) };
    },
    async pairsOfRecord(recordId) {
      await nextRound();
      return wordPairsOf(documents[Number(recordId)]?.text ?? '');
    },
  });
  return {
    delivered: accepted.map(({ urlHash, novelty }) => ({ ...documentOf(urlHash), novelty })),
    suppressed: suppressed.map(({ urlHash, duplicateOf, ...verdict }) => ({
      ...documentOf(urlHash),
      ...verdict,
      duplicateOf: documents[Number(duplicateOf)]?.document.url ?? '',
    })),
  };
}

const NONE: PreviewedDocument = {
  canonicalUrl: '',
  document: { url: '', title: '', snippets: [] },
  text: '',
  contentCharacters: null,
  matched: [],
};
