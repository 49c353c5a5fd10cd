import type { Database } from '../database/database.ts';
import { passagesOf } from '../blocks/passages.ts';
import { embeddedText } from './embedded-text.ts';
import { MOST_TEXTS, spaceOf, TextsRefused, type Embeddings } from './port.ts';
import type { ProgressLog } from './log-progress.ts';
import { forgetOtherSpaces, readUnembedded, storeVectors, type DocumentVectors, type Unembedded } from './vectors.ts';

/** What a batch came to; `lastId`: the last document that was looked at, absent where there was none left. */
export type EmbeddedBatch = { status: 'embedded'; lastId?: string } | { status: 'other space' };

/** The steps in which all passages get their vectors. Each is safe to repeat: what is done is found in the database. */
export interface EmbedPassages {
  /** In which space the server's vectors are at present. */
  space(signal: AbortSignal): Promise<string>;
  /** Embeds the next documents after `afterId` that have no vectors in the space. */
  next(batch: { space: string; afterId: string }, signal: AbortSignal): Promise<EmbeddedBatch>;
  /** Forgets the vectors of former spaces, once nothing is left to embed. */
  finish(space: string): Promise<void>;
}

// Of usual documents, which have a passage or two, some calls of the server; one is the most that a crash repeats.
const DOCUMENTS = 50;

export interface EmbedPassagesDeps {
  database: Database;
  embeddings: Embeddings;
  progress: ProgressLog;
}

export function createEmbedPassages({ database, embeddings, progress }: EmbedPassagesDeps): EmbedPassages {
  return {
    async space(signal) {
      const [vector] = await embeddings.embed(['dimension'], signal);
      if (!vector) throw new Error('the embedding model gave no vector');
      return spaceOf(embeddings.model, vector);
    },

    async next({ space, afterId }, signal) {
      const documents = await readUnembedded(database, space, afterId, DOCUMENTS);
      const lastId = documents.at(-1)?.id;
      if (lastId === undefined) return { status: 'embedded' };
      for (const group of inCalls(documents)) {
        const embedded = await embedGroup(embeddings, group, signal);
        if (
          embedded.some(({ vectors }) =>
            vectors.some((vector) => vector.length > 0 && spaceOf(embeddings.model, vector) !== space),
          )
        ) {
          return { status: 'other space' };
        }
        await storeVectors(database, space, embedded);
        await progress.embedded(embedded.reduce((sum, { vectors }) => sum + vectors.length, 0));
      }
      return { status: 'embedded', lastId };
    },

    async finish(space) {
      await forgetOtherSpaces(database, space);
      await progress.complete();
    },
  };
}

/** A document with the texts of its passages as they are embedded: under its title. */
interface Cut {
  document: Unembedded;
  texts: string[];
}

/** Documents whose passages fit into one call together. A longer document comes alone. */
function* inCalls(documents: readonly Unembedded[]): Generator<Cut[]> {
  let group: Cut[] = [];
  let count = 0;
  for (const document of documents) {
    const texts = passagesOf(document.text).map((passage) => embeddedText(document.title, passage));
    if (count > 0 && count + texts.length > MOST_TEXTS) {
      yield group;
      group = [];
      count = 0;
    }
    group.push({ document, texts });
    count += texts.length;
  }
  if (group.length > 0) yield group;
}

// What stands for the vectors of a document that the server does not take: it is not asked about again.
const NONE = new Float32Array();

async function embedGroup(
  embeddings: Embeddings,
  group: readonly Cut[],
  signal: AbortSignal,
): Promise<DocumentVectors[]> {
  try {
    const vectors = await embedTexts(
      embeddings,
      group.flatMap(({ texts }) => texts),
      signal,
    );
    return group.map(({ document, texts }) => vectorsOf(document, vectors.splice(0, texts.length)));
  } catch (error) {
    if (!(error instanceof TextsRefused)) throw error;
    const [only, ...others] = group;
    if (only && others.length === 0) return [vectorsOf(only.document, [])];
  }
  // One of them is to blame.
  const each: DocumentVectors[] = [];
  for (const one of group) each.push(...(await embedGroup(embeddings, [one], signal)));
  return each;
}

async function embedTexts(
  embeddings: Embeddings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += MOST_TEXTS) {
    vectors.push(...(await embeddings.embed(texts.slice(from, from + MOST_TEXTS), signal)));
  }
  return vectors;
}

function vectorsOf({ id, content_hash: contentHash }: Unembedded, vectors: readonly Float32Array[]): DocumentVectors {
  return { documentId: id, contentHash, vectors: vectors.length > 0 ? vectors : [NONE] };
}
