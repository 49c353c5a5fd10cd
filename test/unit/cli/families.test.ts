import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { completed } from '../../../cli/completion-command.ts';
import { addAllFamilies, addFamilies, FAMILIES } from '../../../cli/families.ts';

// The packages that our own modules import while the commands are added; each makes `--help` slower.
const PACKAGES_OF_ALL = `
  const { registerHooks } = await import('node:module');
  const packages = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(resolved.url) ?? [];
      if (name !== undefined && !context.parentURL?.includes('/node_modules/')) packages.add(name);
      return resolved;
    },
  });
  const { Command } = await import('commander');
  const { addAllFamilies } = await import(${JSON.stringify(resolve('cli/families.ts'))});
  await addAllFamilies(new Command('quarry'));
  console.log(JSON.stringify([...packages].sort()));`;

describe('the commands of quarry', () => {
  const whole = new Command('quarry');
  before(() => addAllFamilies(whole));

  it('are described in the list as in their own help', () => {
    const listed = Object.assign({}, ...FAMILIES.map(({ commands }) => commands)) as Record<string, string>;
    const own = Object.fromEntries(whole.commands.map((command) => [command.name(), command.description()]));
    assert.deepEqual(listed, own);
  });

  it('are added alone where one is named', async () => {
    const program = new Command('quarry');
    await addFamilies(program, 'monitors');
    assert.deepEqual(
      program.commands.map((command) => command.name()),
      ['monitors', 'records'],
    );
  });

  it('load no package for their help but those of commands and ids', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PACKAGES_OF_ALL]);
    assert.deepEqual(JSON.parse(stdout), ['commander', 'uuid']);
  });

  it('have examples in their help, if they call a service over REST', () => {
    for (const { path } of completed(whole).filter(({ options }) => options.some(({ name }) => name === '--url'))) {
      const command = path
        .split(' ')
        .reduce<Command | undefined>((above, name) => above?.commands.find((one) => one.name() === name), whole);
      let help = '';
      command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      if (path !== 'login-link') assert.match(help, new RegExp(`Examples:\n  quarry ${path}`), path);
    }
  });
});
