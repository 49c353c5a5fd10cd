import assert from 'node:assert/strict';
import { Command } from 'commander';
import { crawlCommands } from '../../../cli/client/crawl-commands.ts';
import { documentCommands } from '../../../cli/operator/document-commands.ts';
import { indexCommands } from '../../../cli/operator/index-commands.ts';
import { ingestCommand } from '../../../cli/operator/ingest-command.ts';
import { operatorCommands } from '../../../cli/operator/account-commands.ts';
import { runCommands } from '../../../cli/operator/run-commands.ts';
import { fetchCommand } from '../../../cli/client/fetch-command.ts';

describe('the help of a command', () => {
  const program = new Command('quarry');
  for (const add of [operatorCommands, indexCommands, fetchCommand, ingestCommand, runCommands, documentCommands, crawlCommands]) add(program);
  const all = (commands: readonly Command[]): Command[] => commands.flatMap((command) => [command, ...all(command.commands)]);

  for (const command of all(program.commands)) {
    it(`is readable, and shows defaults by their value: ${command.parent?.name()} ${command.name()}`, () => {
      assert.doesNotMatch(command.helpInformation(), /\(default: (?:null|undefined|Infinity|\{|\[)/);
    });
  }
});
