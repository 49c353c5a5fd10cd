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

// Versions of a story have so many phrases of the shorter and of the longer one in common. Other stories of a site have
// its boilerplate in common, which is all of a notice, but less of a longer text.
const OF_THE_SHORTER = 0.8;
const OF_THE_LONGER = 0.6;
// A phrase of more documents is boilerplate, and need not be compared.
const MOST_OF_A_PHRASE = 32;

export interface RecordPhrases {
  recordId: string;
  phrases: readonly number[];
}

/** Maps each record to the first record of its story: updates of a story repeat nearly all of its phrases. */
export function firstRecordOfStories(records: readonly RecordPhrases[]): Map<string, string> {
  const firstOf = new Map<string, string>();
  const having = new Map<number, RecordPhrases[]>();
  for (const record of records) {
    const shared = new Map<RecordPhrases, number>();
    for (const phrase of record.phrases) {
      const others = having.get(phrase) ?? [];
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (others.length < MOST_OF_A_PHRASE) having.set(phrase, [...others, record]);
    }
    const version = Array.from(shared).find(([other, count]) => areVersions(other, record, count))?.[0];
    firstOf.set(record.recordId, firstOf.get(version?.recordId ?? '') ?? record.recordId);
  }
  return firstOf;
}

function areVersions(one: RecordPhrases, other: RecordPhrases, shared: number): boolean {
  const [shorter = 0, longer = 0] = [one.phrases.length, other.phrases.length].toSorted((a, b) => a - b);
  return shared >= OF_THE_SHORTER * shorter && shared >= OF_THE_LONGER * longer;
}
