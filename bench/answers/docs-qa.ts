import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractPage } from '../../services/extract/extract-page.ts';
import { checkedFile } from '../data/data-folder.ts';
import { DOCS_QA, obtainPages } from '../data/manuals.ts';
import type { SetLine } from '../retrieval/judged-sets.ts';

export const BASE_URL = 'https://docs.invalid/';

export interface DocsQuestion {
  id: string;
  corpus: string;
  kind: string;
  style: string;
  question: string;
  gold_pages: string[];
  /** Facts; one of the patterns of each must match the answer. */
  gold: string[][];
  /** Patterns of wrong answers. */
  anti: string[];
}

export async function readQuestions(): Promise<DocsQuestion[]> {
  const lines = (await readFile(await checkedFile(DOCS_QA), 'utf8')).split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as DocsQuestion);
}

/** The pages as our own extraction gives them. */
export async function readPages(): Promise<SetLine[]> {
  const pages: SetLine[] = [];
  const folder = await obtainPages();
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!/\.html?$/.test(entry)) continue;
    const page = extractPage(await readFile(join(folder, entry), 'utf8'), BASE_URL + entry);
    if (page.status === 'extracted')
      pages.push({ _id: entry, text: page.markdown, ...(page.title !== undefined && { title: page.title }) });
  }
  return pages;
}

export type Verdict = 'right' | 'partial' | 'wrong' | 'abstained';

/** As the set's own scoring program judges an answer. */
export function verdictOn({ gold, anti }: Pick<DocsQuestion, 'gold' | 'anti'>, answer: string): Verdict {
  const text = inOneLine(answer);
  if (/^\W*(?:no source|nothing was found)/i.test(text)) return 'abstained';
  const facts = gold.map((patterns) => patterns.some((pattern) => new RegExp(pattern, 'i').test(text)));
  const isWrong = anti.some((pattern) => new RegExp(pattern, 'i').test(text));
  if (facts.every(Boolean) && !isWrong) return 'right';
  return facts.some(Boolean) ? 'partial' : 'wrong';
}

/** Without citations, Markdown marks, escapes and typographic signs. */
export function inOneLine(markdown: string): string {
  return markdown
    .replaceAll(/\s*\(?\[[^\]\n]*\]\(https?:\/\/[^)\s]*\)\)?/g, ' ')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~&"'$^=:;,/@%?])/g, '$1')
    .replaceAll(/&(lt|gt|amp);/g, (_entity, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '')
    .replaceAll(/[\u2018\u2019\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/```[\w+-]*|`|\*\*|\u00b6/g, ' ')
    .replaceAll(/(?<=\s)\|(?=\s)|^\||\|$/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
