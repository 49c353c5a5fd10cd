import { InvalidArgumentError, Option, type Command } from 'commander';
import { collectionFault } from '../../services/documents/check-metadata.ts';
import { FILES_BASE_URL } from '../../services/files/url-of-file.ts';
import { SCOPES } from '../../services/query/scopes.ts';
import type { IngestCommandOptions } from './ingest-work.ts';
import { withDatabase } from './with-database.ts';

const several = (value: string, before: string[] = []) => [...before, value];

/** `quarry ingest`: adds documents of the operator, which every organization finds, or of one organization. */
export function ingestCommand(program: Command): void {
  program
    .command('ingest')
    .description('index pages, sitemaps, feeds, files, folders and JSON lines')
    .argument('<what...>', 'URLs, paths, or - for JSON lines from standard input')
    .option('--org <org-id>', 'index for this organization (default: for all organizations)')
    .addOption(new Option('--scope <scope>', 'scope of the documents (default: found in every scope)').choices(SCOPES))
    .option('--source <name>', 'name of the site (default: the host of the URL)')
    .option('--collection <name>', 'collection of the documents (default: none)', collection)
    .option('--base-url <url>', 'base of the URLs of files', baseUrl, FILES_BASE_URL)
    .option('--include <glob>', 'only files of folders whose path matches; may be repeated', several)
    .option('--exclude <glob>', 'no files of folders whose path matches; may be repeated', several)
    .addOption(new Option('--limit <n>', 'most documents to index (default: all)').argParser(limit))
    .option('--json', 'print the summary as JSON')
    .action(async (inputs: string[], options: IngestCommandOptions) => {
      // Help needs none of it: loading it takes longer than printing that.
      const { ingestInputs } = await import('./ingest-work.ts');
      await withDatabase((database) => ingestInputs(database, inputs, options));
    });
}

function baseUrl(given: string): string {
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new InvalidArgumentError('must be an http or https URL without a query');
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

function collection(given: string): string {
  const fault = collectionFault(given);
  if (fault === undefined) return given;
  throw new InvalidArgumentError(fault);
}

function limit(given: string): number {
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given);
  throw new InvalidArgumentError('must be a whole number of at least 1');
}
