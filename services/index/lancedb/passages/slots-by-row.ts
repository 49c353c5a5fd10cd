import type { Slot } from './passage-file.ts';

/** The places of the rows' passages. */
export class SlotsByRow {
  #known = new Map<bigint, Slot>();
  /** What takes the place of `#known` once all addresses are read. */
  #next: { known: Map<bigint, Slot>; slots: Set<Slot> } | undefined;

  get(row: bigint): Slot | undefined {
    return this.#known.get(row);
  }

  /** Adds a row that a search has found. */
  add(row: bigint, slot: Slot): void {
    this.#known.set(row, slot);
    this.addPresent(row, slot);
  }

  /** Begins to read the addresses of all rows. */
  beginAnew(): void {
    this.#next = { known: new Map(), slots: new Set() };
  }

  /** Adds a row whose address was read. */
  addPresent(row: bigint, slot: Slot): void {
    this.#next?.known.set(row, slot);
    this.#next?.slots.add(slot);
  }

  /**
   * Forgets all rows that were not added since `beginAnew`.
   *
   * @returns the slots of the others
   */
  endAnew(): Set<Slot> {
    const { known = this.#known, slots = new Set<Slot>() } = this.#next ?? {};
    this.#known = known;
    this.#next = undefined;
    return slots;
  }
}
