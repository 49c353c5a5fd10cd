import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDE_PATH, guideContents, guideHtml, type GuideEntry } from './public-guide-html.ts';

const FOLDER = fileURLToPath(new URL('../../docs/', import.meta.url));
const PAGE = /^([a-z-]+)(\.md)?$/;
const HEADING = /^# (.+)$/m;

/** The guide, from the files of docs/. */
export interface Guide {
  /** The list of all pages. */
  contents(): Promise<string>;
  /** All pages as Markdown, for the console. */
  texts(): Promise<Array<{ name: string; title: string; markdown: string }>>;
  /** A page as HTML, as Markdown if the name ends in `.md`; undefined for an unknown name. */
  page(name: string): Promise<{ type: string; content: string } | undefined>;
}

export function createGuide(): Guide {
  // The files are part of the release: they do not change while the process runs.
  let read: Promise<GuidePage[]> | undefined;
  const pages = () => (read ??= readPages());
  return {
    contents: async () => guideContents(await pages()),
    texts: async () => (await pages()).map(({ name, title, markdown }) => ({ name, title, markdown })),
    async page(name) {
      const [, page, suffix] = PAGE.exec(name) ?? [];
      const entries = await pages();
      const found = entries.find((entry) => entry.name === page);
      if (!found) return undefined;
      if (suffix) return { type: 'text/markdown; charset=utf-8', content: found.markdown };
      return { type: 'text/html; charset=utf-8', content: guideHtml(found.markdown, { current: found, entries }) };
    },
  };
}

interface GuidePage extends GuideEntry {
  markdown: string;
}

async function readPages(): Promise<GuidePage[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.md') && PAGE.test(file));
  const pages = await Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -'.md'.length);
      const markdown = await readFile(join(FOLDER, file), 'utf8');
      return { name, title: HEADING.exec(markdown)?.[1] ?? name, path: `${GUIDE_PATH}/${name}`, markdown };
    }),
  );
  return pages.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}
