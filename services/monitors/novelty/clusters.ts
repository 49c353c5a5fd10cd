// A sentence that documents of so many stories have is of their sites, not of the stories.
const BOILERPLATE_FROM = 3;

/**
 * Which sentences are boilerplate: those that documents share which share nothing else. Reprints of one story are one
 * family, so that its sentences are not taken for boilerplate because many sites print it.
 */
export interface PhraseClusters {
  add(phrases: readonly number[], family: string): void;
  isBoilerplate(phrase: number): boolean;
}

export function createPhraseClusters(): PhraseClusters {
  const families = new Map<number, Set<string>>();
  return {
    add(phrases, family) {
      for (const phrase of phrases) {
        const known = families.get(phrase) ?? new Set();
        if (known.size < BOILERPLATE_FROM) known.add(family);
        families.set(phrase, known);
      }
    },
    isBoilerplate: (phrase) => (families.get(phrase)?.size ?? 0) >= BOILERPLATE_FROM,
  };
}
