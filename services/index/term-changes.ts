import { termsOfColumn } from './fields.ts';

/**
 * Changes for one owner: how many more passages hold each term, and how many more passages there are; negative if there
 * are fewer.
 */
export interface OwnerChanges {
  passages: number;
  /** Terms of all these passages, repetitions included. */
  terms: number;
  byTerm: Map<string, number>;
}

/** A passage in the form of the index. */
export interface IndexedTerms {
  ownerId: string;
  /** Separated by spaces; repetitions are kept. */
  terms: string;
}

/** Collects, by owner, how changes of the index affect the statistics of its ranking. */
export class TermChanges {
  readonly byOwner = new Map<string, OwnerChanges>();
  #size = 0;

  /** Number of pairs of an owner and a term. */
  get size(): number {
    return this.#size;
  }

  add(passages: Iterable<IndexedTerms>): void {
    for (const passage of passages) this.#count(passage, 1);
  }

  remove(passages: Iterable<IndexedTerms>): void {
    for (const passage of passages) this.#count(passage, -1);
  }

  merge({ byOwner }: TermChanges): void {
    for (const [ownerId, { passages, terms, byTerm }] of byOwner) {
      const owner = this.#of(ownerId);
      owner.passages += passages;
      owner.terms += terms;
      for (const [term, count] of byTerm) this.#countTerm(owner, term, count);
    }
  }

  #count({ ownerId, terms }: IndexedTerms, by: 1 | -1): void {
    const owner = this.#of(ownerId);
    const all = termsOfColumn(terms);
    owner.passages += by;
    owner.terms += by * all.length;
    for (const term of new Set(all)) this.#countTerm(owner, term, by);
  }

  #countTerm({ byTerm }: OwnerChanges, term: string, by: number): void {
    const count = byTerm.get(term);
    if (count === undefined) this.#size += 1;
    byTerm.set(term, (count ?? 0) + by);
  }

  #of(ownerId: string): OwnerChanges {
    let owner = this.byOwner.get(ownerId);
    if (!owner) this.byOwner.set(ownerId, (owner = { passages: 0, terms: 0, byTerm: new Map() }));
    return owner;
  }
}
