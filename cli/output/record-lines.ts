/** A record of a monitor, as far as the command line shows it. */
export interface DeliveredRecord {
  record_id: string;
  first_seen_at: string;
  /** Of a search. */
  search_result?: { document: { url: string; title: string } };
  /** Of a watched page. */
  page_change?: { page: { url: string; title: string }; added: readonly string[]; removed: readonly string[] };
}

// The JSON form has all of them.
const MOST_PARTS = 10;

/** A record for a person: its title, its address and, for a page, what has changed on it. */
export function recordLines({ search_result: found, page_change: changed }: DeliveredRecord): string[] {
  if (found) return [found.document.title, found.document.url];
  if (!changed) return ['a record of a kind that this version does not know'];
  const { page, added, removed } = changed;
  const parts = [...removed.map((part) => `- ${part}`), ...added.map((part) => `+ ${part}`)];
  const left = parts.length - MOST_PARTS;
  return [page.title || page.url, page.url, ...parts.slice(0, MOST_PARTS), ...(left > 0 ? [`… and ${left} more`] : [])];
}
