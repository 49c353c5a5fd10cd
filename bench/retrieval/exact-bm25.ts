import { stemmer } from 'stemmer';

const K1 = 1.2;
const B = 0.75;
/** Close to the 127-word stop list behind the table of issue 3: words that no question is about. */
const STOP = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
  itself they them their theirs themselves what which who whom this that these those am is are was were be been being have
  has had having do does did doing a an the and but if or because as until while of at by for with about against between
  into through during before after above below to from up down in out on off over under again further then once here there
  when where why how all any both each few more most other some such no nor not only own same so than too very s t can will
  just don should now`.split(/\s+/),
);

const termsOf = (text: string) =>
  (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => !STOP.has(word))
    .map((word) => stemmer(word));

/**
 * BM25 over whole documents with every score computed: the reference for the index's approximation, and a peer of our
 * ranking.
 */
export function exactBm25(
  documents: ReadonlyArray<{ id: string; text: string }>,
): (query: string, limit: number) => string[] {
  const postings = new Map<string, Array<[number, number]>>();
  const lengths = documents.map(({ text }, place) => {
    const terms = termsOf(text);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) postings.set(term, [...(postings.get(term) ?? []), [place, count]]);
    return terms.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const term of termsOf(query)) {
      const held = postings.get(term) ?? [];
      const idf = Math.log(1 + (documents.length - held.length + 0.5) / (held.length + 0.5));
      for (const [place, count] of held) {
        const norm = K1 * (1 - B + (B * (lengths[place] ?? 0)) / mean);
        scores.set(place, (scores.get(place) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
      }
    }
    return [...scores]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([place]) => documents[place]?.id ?? '');
  };
}
