import { dirname } from 'node:path';
import { allImports } from './imports.ts';
import { ROOMS } from './rooms.ts';

const ROW = 14;
const LEFT = 40;
const ARCS_FROM = 260;
const WIDTH = 760;
const COLOURS: Record<string, string> = {
  entities: '#8a6d3b',
  services: '#1f6feb',
  activities: '#8250df',
  workflows: '#8250df',
  runtime: '#6e7781',
  worker: '#bf3989',
  api: '#1a7f37',
  console: '#0a7ea4',
  local: '#6e7781',
  cli: '#9a6700',
  bench: '#9a6700',
  scripts: '#9a6700',
  gen: '#57606a',
  sdk: '#57606a',
};

const place = new Map(ROOMS.map(([folder], index) => [folder, index]));
const roomOf = (file: string): number | undefined => place.get(dirname(file)) ?? place.get(file.split('/', 1)[0] ?? '');
const yOf = (index: number): number => 24 + index * ROW;
const colourOf = (index: number): string => COLOURS[ROOMS[index]?.[0].split('/', 1)[0] ?? ''] ?? '#57606a';

/** The imports between rooms: `from,to`, as positions in the order. */
function arcs(): Set<string> {
  const found = new Set<string>();
  for (const { from, to } of allImports()) {
    const [a, b] = [roomOf(from), to.includes('/') && !to.startsWith('@') ? roomOf(to) : undefined];
    if (a === undefined || b === undefined || a === b) continue;
    found.add(`${a},${b}`);
  }
  return found;
}

function arc(key: string): string {
  const [from, to] = key.split(',').map(Number) as [number, number];
  const isUp = to < from;
  const reach = Math.min(WIDTH - ARCS_FROM - 20, 12 + Math.abs(from - to) * 7);
  const x = isUp ? ARCS_FROM : LEFT - 4;
  const bend = isUp ? x + reach : x - Math.min(reach, LEFT - 8);
  return `<path d="M${x} ${yOf(from)} C${bend} ${yOf(from)} ${bend} ${yOf(to)} ${x} ${yOf(to)}" fill="none" stroke="${isUp ? colourOf(to) : '#cf222e'}" stroke-opacity="${isUp ? 0.25 : 1}"/>`;
}

/**
 * The rooms in their order, as SVG, with an arc for each import between two rooms. Arcs on the right lead up, as
 * required; red arcs on the left lead down.
 */
export function drawRooms(): string {
  const height = yOf(ROOMS.length);
  const names = ROOMS.map(
    ([folder], index) => `<text x="${LEFT}" y="${yOf(index) + 4}" fill="${colourOf(index)}">${folder}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, monospace" font-size="11">`,
    '<title>The rooms in their order, and the imports between them</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...Array.from(arcs(), arc).toSorted(),
    ...names,
    '</svg>',
    '',
  ].join('\n');
}
