import assert from 'node:assert/strict';
import { Command } from 'commander';
import { ingestCommand } from '../../../cli/operator/ingest-command.ts';

describe('the options of quarry ingest', () => {
  const refused: Array<[string, string[], RegExp]> = [
    ['nothing to do', [], /missing required argument/],
    ['an unknown scope', ['--scope', 'moon', 'a.md'], /Allowed choices are/],
    ['a base URL of another scheme', ['--base-url', 'file:///a', 'a.md'], /must be an http or https URL/],
    ['a base URL with a query', ['--base-url', 'https://a.example/?b', 'a.md'], /must be an http or https URL/],
    ['no document', ['--limit', '0', 'a.md'], /must be a whole number of at least 1/],
    ['an unknown option', ['--depth', '2', 'a.md'], /unknown option/],
  ];
  for (const [what, parameters, message] of refused) {
    it(`refuse ${what}`, async () => {
      const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
      ingestCommand(program);
      program.commands.forEach((command) => command.exitOverride().configureOutput({ writeErr: () => {} }));
      await assert.rejects(program.parseAsync(['ingest', ...parameters], { from: 'user' }), message);
    });
  }
});
