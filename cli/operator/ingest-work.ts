import { parseRequest } from '../../api/operations/calls/parse-request.ts';
import { DocumentBody } from '../../api/operations/requests/documents.ts';
import { EVERYONE } from '../../entities/documents/everyone.ts';
import { systemClock } from '../../services/core/clock.ts';
import { readConfig, type Config } from '../../runtime/config.ts';
import type { Database } from '../../services/database/database.ts';
import { requireOrganization } from '../../services/accounts/accounts.ts';
import { createDocuments } from '../../services/documents/documents.ts';
import { canBeAllowed } from '../../services/egress/refusals.ts';
import { createFileReader } from '../../services/files/file-reader.ts';
import { createPageReader } from '../../services/fetch/page-reader.ts';
import { newId } from '../../services/core/ids.ts';
import { ingest, type IngestResult, type IngestOptions } from '../../services/ingest/ingest.ts';
import { InterruptedError } from '../../services/process/lifecycle.ts';
import { createHostTurns } from '../../services/sources/poll/host-turns.ts';
import { counts, createProgress } from './ingest-progress.ts';
import { printable, printableJson } from '../output/printable.ts';

// A terminal, a shell and npm may each forward the same Ctrl-C.
const SAME_PRESS_MS = 250;

export interface IngestCommandOptions {
  org?: string;
  scope?: string;
  source?: string;
  collection?: string;
  baseUrl: string;
  limit?: number;
  include?: string[];
  exclude?: string[];
  json?: boolean;
}

/** Indexes the inputs, and prints a summary. @throws Error if one of them could not be indexed */
export async function ingestInputs(database: Database, inputs: string[], options: IngestCommandOptions): Promise<void> {
  const { org, scope, source, collection: of, baseUrl, limit = Infinity, include = [], exclude = [] } = options;
  if (org !== undefined) await requireOrganization(database, org);
  const progress = createProgress(process.stderr);
  const config = readConfig({ ...process.env, DATABASE_URL: undefined });
  const interruption = untilInterrupted();
  const ingested = await ingestWith(database, config, {
    inputs,
    scope,
    source,
    collection: of,
    baseUrl,
    limit,
    include,
    exclude,
    owner: org ?? EVERYONE,
    onProgress: progress.show,
    signal: interruption,
  });
  progress.end();
  tellSummary({ ...ingested, failures: ingested.failures.map(forOperator) }, options.json === true);
  if (ingested.stopped) throw interruption.reason;
  if (ingested.failed > 0) throw new Error(`${ingested.failed} could not be indexed`);
}

async function ingestWith(database: Database, config: Config, options: IngestOptions): Promise<IngestResult> {
  const { QUARRY_EGRESS_ALLOW: egressAllow, QUARRY_CONTACT: contact, QUARRY_ACCEPT_LANGUAGE: acceptLanguage } = config;
  const web = createPageReader({ egressAllow, contact, acceptLanguage, clock: systemClock });
  const fileReader = createFileReader(web.extractor);
  const hostTurns = createHostTurns(database);
  const documentsPerOrganization = options.owner === EVERYONE ? Infinity : config.QUARRY_DOCUMENTS_PER_ORGANIZATION;
  const documents = createDocuments({ database, clock: systemClock, newId, limits: { documentsPerOrganization } });
  try {
    return await ingest(
      {
        documents,
        web,
        fileReader,
        readDocument: (value) => parseRequest(DocumentBody, value),
        readPage: web.reader(),
        hostTurns,
        clock: systemClock,
        stdin: process.stdin,
      },
      options,
    );
  } finally {
    await Promise.all([web.close(), fileReader.close(), hostTurns.close()]);
  }
}

/** The first signal ends the reading, a second one the process. */
function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  let firstAt: number | undefined;
  const hear = (signal: NodeJS.Signals) => {
    firstAt ??= performance.now();
    const reason = new InterruptedError(
      'stopped: the documents read so far are stored; run the same command again to continue',
      signal,
    );
    if (performance.now() - firstAt > SAME_PRESS_MS) process.exit(reason.exitCode);
    interrupted.abort(reason);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return interrupted.signal;
}

/** Unlike a caller of the API, an operator can allow a refused target. */
function forOperator({ name, reason }: IngestResult['failures'][number]): IngestResult['failures'][number] {
  return { name, reason: canBeAllowed(reason) ? `${reason}; QUARRY_EGRESS_ALLOW can allow it` : reason };
}

function tellSummary({ indexed, unchanged, failed, failures, stopped, expected }: IngestResult, json: boolean): void {
  if (json) {
    process.stdout.write(`${printableJson({ indexed, unchanged, failed, failures, stopped })}\n`);
    return;
  }
  for (const { name, reason } of failures) process.stderr.write(`quarry: ${printable(`${name}: ${reason}`)}\n`);
  if (failed > failures.length) process.stderr.write(`quarry: and ${failed - failures.length} more\n`);
  process.stdout.write(`${counts({ indexed, unchanged, failed, failures, expected })}\n`);
}
