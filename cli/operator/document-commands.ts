import type { Command } from 'commander';
import { EVERYONE } from '../../entities/documents/everyone.ts';
import { systemClock } from '../../services/core/clock.ts';
import { operatorDocuments, type OperatorDocument } from '../../services/documents/operator-documents.ts';
import { newId } from '../../services/core/ids.ts';
import { printable, printableJson } from '../output/printable.ts';
import { withDatabase } from './with-database.ts';

/** The operator's commands for documents that every organization sees; they work beside a running service. */
export function documentCommands(program: Command): void {
  const documents = program.command('documents').description('documents that all organizations can find');
  documents
    .command('list')
    .description('list documents in the order of their URLs')
    .option('--prefix <url>', 'only documents whose URL has this prefix', '')
    .option('--json', 'print one JSON document a line')
    .action(({ prefix, json }: { prefix: string; json?: boolean }) =>
      withDatabase(async (database) => {
        for await (const document of operatorDocuments(database, prefix))
          process.stdout.write(`${json ? printableJson(jsonOf(document)) : lineOf(document)}\n`);
      }),
    );
  documents
    .command('remove')
    .description('remove documents by URL')
    .argument('<urls...>')
    .action((urls: string[]) =>
      withDatabase(async (database) => {
        const { createDocuments } = await import('../../services/documents/documents.ts');
        const { deleted } = await createDocuments({
          database,
          clock: systemClock,
          newId,
          limits: { documentsPerOrganization: 0 },
        }).remove(EVERYONE, urls);
        process.stdout.write(`removed ${deleted} of ${new Set(urls).size} documents\n`);
      }),
    );
}

function jsonOf({ url, title, scope, indexedAt }: OperatorDocument) {
  return { url, title, scope, indexed_at: indexedAt };
}

function lineOf({ url, title, scope, indexedAt }: OperatorDocument): string {
  return printable([indexedAt.toISOString(), scope ?? 'all', url, title ?? ''].join(' '));
}
