/** An embedding model: turns texts into vectors whose cosine measures similarity of meaning. */
export interface Embeddings {
  /** The server's name for the model. */
  readonly model: string;
  /** Number of texts that the model embeds in parallel; more texts take longer. */
  readonly textsAtOnce: number;
  /** False while calls cannot succeed: a model on this machine is being downloaded, or the download has failed. */
  isReady(): boolean;
  /** False for a text in a language that the model does not support: its vector is meaningless. Requires `isReady`. */
  reads(text: string): boolean;
  /**
   * Returns one vector of length 1 for each text, in order, all of the same dimension.
   *
   * @param texts at most MOST_TEXTS, none blank
   * @param signal ends the work; its reason is rethrown
   * @throws TextsRefusedError if the server refuses these texts
   * @throws Error if the server does not answer, or with anything other than valid vectors
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Maximum number of texts in one call. Servers of small models accept no more. */
export const MOST_TEXTS = 64;

/** The server refuses these texts, for example because one is too long. */
export class TextsRefusedError extends Error {
  override readonly name = 'TextsRefusedError';
}

// Increment it with every change to how passages are cut, or to the text that is embedded for them.
const TEXT_VERSION = 2;

/**
 * The space of a vector: model, dimension and version of the texts. Only vectors of the same space can be compared. The
 * dimension is included because a server can replace the model behind a name.
 */
export function spaceOf(model: string, vector: Float32Array): string {
  return `${model}/${vector.length}/${TEXT_VERSION}`;
}

/** Whether a space belongs to a model, in any dimension, and to the current version of the texts. */
export function isSpaceOf(model: string, space: string): boolean {
  return space.startsWith(`${model}/`) && space.endsWith(`/${TEXT_VERSION}`);
}

/** The cosine of two vectors of length 1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  // By index: an iterator of pairs takes ten times as long, and a search compares a hundred vectors.
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
