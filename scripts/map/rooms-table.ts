import { readFileSync } from 'node:fs';
import { PARTS } from './rooms.ts';

const PAGE = new URL('../../docs/architecture.md', import.meta.url);
const BEGIN = '<!-- rooms: written by `npm run generate` -->\n';
const END = '<!-- /rooms -->';

/** `docs/architecture.md` with its tables of rooms generated from `rooms.ts`. */
export function architecturePage(): string {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  return `${before}${BEGIN}${tables()}${END}${rest.split(END)[1]}`;
}

const tables = () =>
  PARTS.map(
    ({ part, rooms }) =>
      `\n### ${part}\n\n| room | question |\n|---|---|\n${rooms.map(([folder, question]) => `| \`${folder}/\` | ${question} |\n`).join('')}`,
  ).join('') + '\n';
