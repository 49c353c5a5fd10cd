import type { Database } from '../database/database.ts';
import { passagesOf } from '../blocks/passages.ts';
import { embeddedText } from './embedded-text.ts';
import { MOST_TEXTS, spaceOf, TextsRefusedError, type Embeddings } from './port.ts';
import type { ProgressLog } from './log-progress.ts';
import {
  forgetOtherSpaces,
  readUnembedded,
  storeVectors,
  type DocumentVectors,
  type UnembeddedDocument,
} from './vectors.ts';

/**
 * The result of a batch. `lastId` is the last document of the batch; absent if no document was left. `other space`
 * means that the server's model has changed during the run.
 */
export type EmbeddedBatch = { status: 'embedded'; lastId?: string } | { status: 'other space' };

/** The steps that embed all passages. Each is safe to repeat, because progress is recorded in the database. */
export interface EmbedPassages {
  /**
   * The space of the vectors that the model returns now, found by a test call.
   *
   * @throws Error if the model returns no vector
   */
  space(signal: AbortSignal): Promise<string>;
  /** Embeds the next documents after `afterId` that have no vectors in the space. */
  next(batch: { space: string; afterId: string }, signal: AbortSignal): Promise<EmbeddedBatch>;
  /** Deletes the vectors of all other spaces. Call it when no document is left to embed. */
  finish(space: string): Promise<void>;
}

// Most documents have one or two passages, so a batch takes a few calls. A crash repeats at most one of them.
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

/** A document with the texts to embed, one for each passage. */
interface Cut {
  document: UnembeddedDocument;
  texts: string[];
}

/** Groups documents so that the passages of a group fit into one call. A longer document is a group of its own. */
function* inCalls(documents: readonly UnembeddedDocument[]): Generator<Cut[]> {
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

// Stored in place of the vectors of a document that the server refuses, so that it is not sent again.
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
    if (!(error instanceof TextsRefusedError)) throw error;
    const [only, ...others] = group;
    if (only && others.length === 0) return [vectorsOf(only.document, [])];
  }
  // The server does not say which document it refuses, so each is sent alone.
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

function vectorsOf(
  { id, content_hash: contentHash }: UnembeddedDocument,
  vectors: readonly Float32Array[],
): DocumentVectors {
  return { documentId: id, contentHash, vectors: vectors.length > 0 ? vectors : [NONE] };
}
