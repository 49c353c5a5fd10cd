import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT, sourceFiles, TOP_FOLDERS } from '../../scripts/map/imports.ts';

const GENERATED = new Set(['gen', 'console/api/schemas.ts']);

const LONGEST_FILE = 300;
/** Limits in lines, by share of the files or functions. */
const OF_FILES: ReadonlyArray<[share: number, lines: number]> = [[0.9, 140]];
const OF_FUNCTIONS: ReadonlyArray<[share: number, lines: number]> = [
  [0.5, 6],
  [0.9, 16],
];

interface Sized {
  lines: number;
  where(): string;
}

describe('the source code', () => {
  const files = TOP_FOLDERS.filter((folder) => !GENERATED.has(folder))
    .flatMap((folder) => sourceFiles(join(ROOT, folder)))
    .map((path) => ({ name: relative(ROOT, path), source: readFileSync(path, 'utf8') }))
    .filter(({ name }) => !GENERATED.has(name));
  const sizes = files.map(({ name, source }): Sized => ({ lines: linesIn(source), where: () => name }));

  it('has files of at most 140 lines for nine in ten, and 300 for each', () => {
    assert.ok(files.length > 800, `${files.length} files`);
    assert.deepEqual(
      sizes.filter(({ lines }) => lines > LONGEST_FILE).map(({ lines, where }) => `${where()}: ${lines}`),
      [],
    );
    assertWithin(sizes, OF_FILES);
  });

  it('has functions of at most 6 lines for one in two, and 16 for nine in ten', () => {
    const functions = files.flatMap(({ name, source }) => functionsIn(name, source));
    assert.ok(functions.length > 5_000, `${functions.length} functions`);
    assertWithin(functions, OF_FUNCTIONS);
  });
});

function linesIn(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** Every function with a body, closures included, from its first line to its last. */
function functionsIn(file: string, source: string): Sized[] {
  const { program, errors } = parseSync(file, source);
  assert.deepEqual(errors, [], file);
  const found: Sized[] = [];
  const add = ({ start, end }: { start: number; end: number }) =>
    void found.push({
      lines: linesIn(source.slice(start, end)),
      where: () => `${file}:${linesIn(source.slice(0, start))}`,
    });
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program);
  return found;
}

function assertWithin(sized: readonly Sized[], limits: ReadonlyArray<[share: number, lines: number]>): void {
  const ordered = sized.toSorted((a, b) => a.lines - b.lines);
  const longest = ordered.slice(-5).map(({ lines, where }) => `${where()}: ${lines}`);
  for (const [share, most] of limits) {
    const lines = ordered[Math.floor(ordered.length * share)]?.lines ?? 0;
    assert.ok(lines <= most, `${lines} lines at ${share}; the longest are ${longest.join(', ')}`);
  }
}
