/** The largest number of a list, 0 of an empty one. Arguments spread from a list of a hostile page's length overflow the stack. */
export const largest = (numbers: Iterable<number>): number => {
  let found = 0;
  for (const number of numbers) if (number > found) found = number;
  return found;
};
