import assert from 'node:assert/strict';
import { Command } from 'commander';
import { completed } from '../../../cli/completion-command.ts';
import { addAllFamilies, addFamilies, FAMILIES } from '../../../cli/families.ts';

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
