/** Turns texts into vectors whose nearness is nearness in meaning. */
export interface Embeddings {
  /** As the server calls it. */
  readonly model: string;
  /** How many texts a call embeds at a time; more of them take longer. */
  readonly textsAtOnce: number;
  /** False as long as a call cannot succeed: a model of this machine is being obtained, or could not be. */
  isReady(): boolean;
  /** False for a text in a language that the model was not taught: its vector would tell nothing. Ask once it is ready. */
  reads(text: string): boolean;
  /**
   * One vector of length 1 for each text, in their order, all of one dimension.
   *
   * @param texts at most MOST_TEXTS, none blank
   * @param signal ends the work; its reason is rethrown
   * @throws TextsRefused when the server answers but does not take these texts; any other Error when it does not answer
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Texts of one call. Servers of small models take no more. */
export const MOST_TEXTS = 64;

/** The server does not take these texts: too long, say, or not to its liking. */
export class TextsRefused extends Error {
  override readonly name = 'TextsRefused';
}

// Raise it with every change of what a passage is, or of the text that is embedded of it.
const TEXT_VERSION = 2;

/**
 * What vectors can be compared in: model, dimension and version of the texts. Servers may give another dimension under
 * the same name one day: that is another model.
 */
export function spaceOf(model: string, vector: Float32Array): string {
  return `${model}/${vector.length}/${TEXT_VERSION}`;
}

/** Whether vectors in the space are of that model, whatever their dimension, and of the texts as they are now. */
export function isSpaceOf(model: string, space: string): boolean {
  return space.startsWith(`${model}/`) && space.endsWith(`/${TEXT_VERSION}`);
}

/** The cosine of two vectors of length 1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += value * (other[index] ?? 0);
  return sum;
}
