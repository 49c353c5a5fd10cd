import { globSync, readFileSync } from 'node:fs';

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
const INLINE_CODE = /`[^`\n]+`/g;

export interface DocumentationPage {
  /** From the root: `docs/fetch.md`. */
  path: string;
  text: string;
  /** The text without any code. */
  prose: string;
  /** Fenced blocks and inline code. */
  code: string[];
  /** Contents of the blocks that are marked `bash`. */
  shell: string[];
}

/** Everything that a reader of the documentation reads. */
export function documentationPages(): DocumentationPage[] {
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')].map(readPage);
}

function readPage(path: string): DocumentationPage {
  const text = readFileSync(path, 'utf8');
  const fenced = [...text.matchAll(FENCE)].map(([, language = '', content = '']) => ({ language, content }));
  const unfenced = text.replaceAll(FENCE, '');
  return {
    path,
    text,
    prose: unfenced.replaceAll(INLINE_CODE, ''),
    code: [...fenced.map(({ content }) => content), ...(unfenced.match(INLINE_CODE) ?? [])],
    shell: fenced.filter(({ language }) => language === 'bash').map(({ content }) => content),
  };
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(FENCE, '').matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = '']) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}
