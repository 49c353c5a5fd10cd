const LINK = /\]\(\s*<?(https?:\/\/[^\s)>]+|\/[^\s)>]*|[\w.-][^\s):>]*)>?/g;
const MOST_LINKS = 2_000;

/** The targets of the links of a Markdown text, absolute. */
export function linksInText(markdown: string, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const [, target = ''] of markdown.matchAll(LINK)) {
    const url = URL.parse(target, baseUrl);
    if (url && /^https?:$/.test(url.protocol)) links.add(url.href);
    if (links.size === MOST_LINKS) break;
  }
  return [...links];
}
