/** An address that a page may link to; undefined for `javascript:`, `data:` and all other schemes, and for no address. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

/** The site and the folders of an address, as a reader takes them in: `['example.com', 'handbook', 'leave']`. */
export function pathOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url || url.host === '') return [address];
  const folders = url.pathname.split('/').filter((one) => one !== '');
  return [url.host.replace(/^www\./, ''), ...folders.map(readable)];
}

/** Percent-encoding is shown as the characters that it stands for, where it stands for some. */
function readable(folder: string): string {
  try {
    return decodeURIComponent(folder);
  } catch {
    return folder;
  }
}

/** Without what changes nothing for the reader: the fragment and a last slash. */
export const comparable = (address: string): string => address.replace(/#.*$/, '').replace(/\/$/, '');
