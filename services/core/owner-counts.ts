/** A count for each owner. An owner whose count is 0 takes no memory. */
export interface OwnerCounts {
  of(owner: string): number;
  /** @returns the count after the change */
  change(owner: string, by: 1 | -1): number;
}

export function createOwnerCounts(): OwnerCounts {
  const counts = new Map<string, number>();
  const of = (owner: string) => counts.get(owner) ?? 0;
  return {
    of,
    change(owner, by) {
      const count = of(owner) + by;
      if (count === 0) counts.delete(owner);
      else counts.set(owner, count);
      return count;
    },
  };
}
