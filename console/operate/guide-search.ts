/** A page of the guide with its text. */
export interface GuideText {
  name: string;
  title: string;
  markdown: string;
}

/** A place of the guide that holds all words of a query. */
export interface GuideFind {
  name: string;
  title: string;
  heading: string;
  excerpt: string;
}

const MOST = 20;
const BEFORE = 60;
const LONG = 220;

/** Sections of the guide with all words of a query, those with a word in their heading first. */
export function searchGuide(pages: readonly GuideText[], query: string): GuideFind[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const found = pages.flatMap(({ name, title, markdown }) =>
    markdown.split(/^(?=#{1,4} )/m).flatMap((section) => {
      const [, heading = title] = /^#{1,4} (.+)$/m.exec(section) ?? [];
      const text = `${title} ${section}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) return [];
      const inHeading = words.filter((word) => `${title} ${heading}`.toLowerCase().includes(word)).length;
      return [{ inHeading, find: { name, title, heading, excerpt: excerptOf(section, words[0] ?? '') } }];
    }),
  );
  return found
    .toSorted((one, other) => other.inHeading - one.inHeading)
    .slice(0, MOST)
    .map(({ find }) => find);
}

function excerptOf(section: string, word: string): string {
  const text = section
    .replace(/^#+ .*\n/, '')
    .replaceAll(/<!--[^]*?-->|^\|[-| :]+\|$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/[`|*]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const at = Math.max(text.toLowerCase().indexOf(word) - BEFORE, 0);
  return `${at > 0 ? '… ' : ''}${text.slice(at, at + LONG)}${text.length > at + LONG ? ' …' : ''}`;
}
