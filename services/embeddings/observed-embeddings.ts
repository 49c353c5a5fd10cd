import type { Observer } from '../telemetry/observer.ts';
import type { Embeddings } from './port.ts';

/** The model with its calls measured and traced. @param use what the texts are for */
export function observedEmbeddings(
  embeddings: Embeddings,
  use: 'query' | 'found_passages' | 'passages',
  observer: Observer,
): Embeddings {
  return {
    ...embeddings,
    embed: (texts, signal) =>
      observer.observe(
        { part: 'embedding', name: use, kind: 'client', attributes: { 'quarry.texts': texts.length } },
        () => embeddings.embed(texts, signal),
      ),
  };
}
