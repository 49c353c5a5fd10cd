const LINK = /!?\[((?:\\.|[^[\]\\]|\[[^[\]]*\])*)\]\((?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/g;
const WORD = /[\p{L}\p{N}]{2,}/gu;
const FEWEST_LINKS = 3;
/** An entry of an index has a few words beside its link; a remark on the page that it leads to has more. */
const MOST_WORDS_BESIDE = 5;
const LEAST_SHARE = 0.8;

/** Whether a list consists of links and a few words each: a table of contents, an index, references. */
export function isContents(items: ReadonlyArray<readonly string[]>): boolean {
  const lines = items.flat().filter((line) => line.search(WORD) >= 0);
  const entries = lines.filter(isEntry);
  return entries.length >= FEWEST_LINKS && entries.length >= lines.length * LEAST_SHARE;
}

function isEntry(line: string): boolean {
  const links = line.match(LINK)?.length ?? 0;
  const beside = line.replaceAll(LINK, ' ').match(WORD)?.length ?? 0;
  return links > 0 && beside <= MOST_WORDS_BESIDE * links;
}
