import type { Element } from 'domhandler';

/** The classes and the id of an element, and the words of each, in lower case. */
export interface Name {
  whole: string;
  words: string[];
}

// A Map, because every element of a page is looked up several times, and LRUCache takes three times as long.
const known = new Map<string, Name[]>();
/** Pages share few names. At this number the memory of the thread matters more than the cache. */
const MOST_KNOWN = 20_000;
const LONGEST_KEY = 1_000;

export function namesOf({ attribs }: Element): Name[] {
  const { class: classes = '', id = '' } = attribs;
  if (classes === '' && id === '') return [];
  const key = `${classes} ${id}`.slice(0, LONGEST_KEY);
  const found = known.get(key);
  if (found) return found;
  if (known.size > MOST_KNOWN) known.clear();
  const names = key
    .split(/\s+/)
    .filter((name) => name !== '')
    .map(toName);
  known.set(key, names);
  return names;
}

function toName(whole: string): Name {
  const words = whole
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_:]+/)
    .filter((word) => word !== '');
  return { whole: whole.toLowerCase(), words };
}
