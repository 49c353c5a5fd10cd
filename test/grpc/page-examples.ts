import { readFileSync } from 'node:fs';

/** `buf curl` commands of one block, as they are typed, and the block after them, which shows what they print. */
export interface Commands {
  /** Page and heading. */
  at: string;
  commands: string[];
  shown: string;
  isJson: boolean;
}

/** TypeScript of one part of a page, and what its lines of `console.log` are said to print. */
export interface Program {
  at: string;
  code: string;
  printed: string[];
}

const HEADING_OR_FENCE = /^(##+) (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm;
// Up to the end of a line that no backslash and no open quote continues.
const BUF_CURL = /^(?:npx )?buf curl (?:'[^']*'|\\\n|[^'\n])*$/gm;
const PRINTED = /console\.log\(.*\); \/\/ (.+)$/gm;

interface Block {
  part: string;
  heading: string;
  language: string;
  content: string;
}

/** @param path from the root */
export function commandsOf(path: string): Commands[] {
  const blocks = blocksOf(path);
  return blocks.flatMap(({ heading, language, content }, index) => {
    const commands = language === 'bash' ? (content.match(BUF_CURL) ?? []) : [];
    const after = blocks[index + 1];
    if (commands.length === 0 || !after) return [];
    return [{ at: `${path}: ${heading}`, commands, shown: after.content, isJson: after.language === 'json' }];
  });
}

/** One program a part (a heading of the second level), each with what the page begins with. */
export function programsOf(path: string): Program[] {
  const blocks = blocksOf(path).filter(({ language }) => language === 'ts');
  const beginning = blocks
    .filter(({ part }) => part === '')
    .map(({ content }) => content)
    .join('');
  const parts = new Set(blocks.map(({ part }) => part).filter((part) => part !== ''));
  return [...parts].map((part) => {
    const own = blocks
      .filter((block) => block.part === part)
      .map(({ content }) => content)
      .join('');
    return {
      at: `${path}: ${part}`,
      code: `${beginning}\n${own}`,
      printed: [...own.matchAll(PRINTED)].map(([, shown = '']) => shown),
    };
  });
}

/** `Service/Method` of a command, or nothing where it calls none. */
export function methodOf(command: string): string | undefined {
  return /\/quarry\.v1\.(\w+\/\w+)/.exec(command)?.[1];
}

function blocksOf(path: string): Block[] {
  let part = '';
  let heading = '';
  return [...readFileSync(path, 'utf8').matchAll(HEADING_OR_FENCE)].flatMap(
    ([, level, title = '', language = '', content = '']) => {
      if (level === undefined) return [{ part, heading, language, content }];
      if (level === '##') part = title;
      heading = title;
      return [];
    },
  );
}
