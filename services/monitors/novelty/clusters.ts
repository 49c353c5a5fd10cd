// A sentence in documents of so many stories belongs to their sites, not to the stories.
const BOILERPLATE_FROM = 3;

/**
 * Finds boilerplate: sentences of documents that have nothing else in common. Reprints of one story form one cluster,
 * so that the number of its reprints does not make its sentences boilerplate.
 */
export interface PhraseClusters {
  add(phrases: readonly number[], cluster: string): void;
  isBoilerplate(phrase: number): boolean;
}

export function createPhraseClusters(): PhraseClusters {
  const clusters = new Map<number, Set<string>>();
  return {
    add(phrases, cluster) {
      for (const phrase of phrases) {
        const known = clusters.get(phrase) ?? new Set();
        if (known.size < BOILERPLATE_FROM) known.add(cluster);
        clusters.set(phrase, known);
      }
    },
    isBoilerplate: (phrase) => (clusters.get(phrase)?.size ?? 0) >= BOILERPLATE_FROM,
  };
}
