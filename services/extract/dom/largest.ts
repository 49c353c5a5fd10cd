/**
 * The largest number of a list, 0 for an empty one. Spreading a list from a hostile page into arguments would overflow
 * the stack.
 */
export const largest = (numbers: Iterable<number>): number => {
  let found = 0;
  for (const number of numbers) if (number > found) found = number;
  return found;
};
