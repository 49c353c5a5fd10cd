import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { addAllFamilies } from '../../../cli/families.ts';
import { variables } from '../../../runtime/config.ts';
import { parseRoles } from '../../../worker/roles.ts';
import { documentationPages } from './pages.ts';

const NPM = /\bnpm (?:run )?([a-z][\w:-]*)/g;
// Of npm itself.
const OWN_OF_NPM = new Set(['install', 'pack']);
const QUARRY = /\bquarry (?!https?:)([a-z][a-z-]+)((?: [a-z]+)*)/g;
const VARIABLE = /\bQUARRY_[A-Z][A-Z_]*\b/g;

describe('a command in the documentation', () => {
  const pages = documentationPages();
  const inCode = (pattern: RegExp) => pages.flatMap(({ path, code }) => code.flatMap((text) => [...text.matchAll(pattern)]).map((match) => ({ path, match })));

  it('is an existing npm script', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = inCode(NPM);
    assert.ok(named.length > 5, `${named.length} commands`);
    assert.deepEqual(named.filter(({ match }) => !((match[1] ?? '') in scripts || OWN_OF_NPM.has(match[1] ?? ''))).map(({ path, match }) => `${path}: ${match[0]}`), []);
  });

  it('is an existing command of quarry', async () => {
    const program = new Command();
    await addAllFamilies(program);
    const named = inCode(QUARRY);
    assert.ok(named.length > 5, `${named.length} commands`);
    const unknown = named.filter(({ match }) => !isCommand(program, match[1] ?? '', (match[2] ?? '').trim().split(' ').filter(Boolean)));
    assert.deepEqual(unknown.map(({ path, match }) => `${path}: ${match[0]}`), []);
  });

  it('uses variables that Quarry or its benchmarks read', async () => {
    const known = new Set([...Object.keys(variables), ...(await variablesOfBenchmarks())]);
    const named = pages.flatMap(({ path, text }) => (text.match(VARIABLE) ?? []).map((name) => ({ path, name })));
    assert.ok(named.length > 5, `${named.length} variables`);
    assert.deepEqual(named.filter(({ name }) => !known.has(name)).map(({ path, name }) => `${path}: ${name}`), []);
  });
});

async function variablesOfBenchmarks(): Promise<string[]> {
  const files = (await readdir('bench', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join('bench', name), 'utf8')));
  return texts.flatMap((text) => text.match(/(?<=process\.env\.)QUARRY_BENCH_[A-Z_]+/g) ?? []);
}

/** `quarry keys` alone names the group. */
function isCommand(program: Command, group: string, rest: string[]): boolean {
  if (group === 'worker') return areRoles(rest);
  if (group === 'start' || group === 'api') return true;
  const known = program.commands.find((command) => command.name() === group);
  // What follows is the caller's own, where there are no further commands.
  const commands = known?.commands ?? [];
  return known !== undefined && (commands.length === 0 || rest[0] === undefined || commands.some((command) => command.name() === rest[0]));
}

function areRoles(names: string[]): boolean {
  try {
    return parseRoles(names).length > 0;
  } catch {
    return false;
  }
}
