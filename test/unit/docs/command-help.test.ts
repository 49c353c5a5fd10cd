import assert from 'node:assert/strict';
import { Command } from 'commander';
import { addAllFamilies } from '../../../cli/families.ts';

const program = new Command('quarry');
await addAllFamilies(program);

describe('the help of a command', () => {
  const all = (commands: readonly Command[]): Command[] => commands.flatMap((command) => [command, ...all(command.commands)]);

  for (const command of all(program.commands)) {
    it(`is readable, and shows defaults by their value: ${command.parent?.name()} ${command.name()}`, () => {
      assert.doesNotMatch(command.helpInformation(), /\(default: (?:null|undefined|Infinity|\{|\[)/);
    });
  }
});
