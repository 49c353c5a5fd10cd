import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { FetchResult } from '../../gen/quarry/v1/fetch_pb.js';
import { FetchStatus } from '../../sdk/enums.ts';
import type { Quarry } from '../../sdk/quarry.ts';
import { printable, printableJson, printableLines } from '../output/printable.ts';
import { several, wholeNumber } from './rest-client.ts';
import { callingService, withService, type GrpcTarget } from './grpc-client.ts';

interface Options extends GrpcTarget {
  include?: string[];
  query?: string;
  render?: boolean;
  waitFor?: string;
  includeTag?: string[];
  excludeTag?: string[];
  header?: string[];
  maxAge?: number;
  screenshot?: string;
  fullPage?: boolean;
  json?: boolean;
}

/** `quarry fetch`: reads pages through a running service, and prints them. */
export function fetchCommand(program: Command): void {
  callingService(program.command('fetch'))
    .description('read pages as Markdown, by a running service; each page that was read costs one credit')
    .argument('<urls...>')
    .option('--include <names>', 'with --json: text, html, links, metadata (comma-separated)', names)
    .option('--query <question>', 'print only the passages that answer the question')
    .option('--render', 'render the page in the browser')
    .option('--wait-for <what>', 'CSS selector, or milliseconds, to wait for in the browser')
    .option('--include-tag <selector>', 'only elements that match; may be repeated', several)
    .option('--exclude-tag <selector>', 'no elements that match; may be repeated', several)
    .option('--header <name: value>', 'header of the requests; may be repeated', several)
    .option('--max-age <seconds>', 'accept a stored copy that is not older', wholeNumber)
    .option('--screenshot <file>', 'save a picture of the page; takes one URL')
    .option('--full-page', 'the picture shows the whole page')
    .option('--json', 'print the results as JSON, one a line')
    .action(run);
}

async function run(urls: string[], options: Options): Promise<void> {
  if (options.screenshot !== undefined && urls.length > 1) throw new Error('--screenshot takes one URL');
  await withService(options, async (quarry) => {
    const { results } = await quarry.fetch(requestOf(urls, options));
    for (const result of results)
      process.stdout.write(options.json ? jsonLine(result) : shown(textOf(result, options)));
    const [first] = results;
    if (options.screenshot !== undefined) await savePicture(options.screenshot, first);
    const failed = results.filter(({ status }) => status !== FetchStatus.FETCH_STATUS_OK);
    for (const { requestedUrl, error } of failed)
      process.stderr.write(`quarry: ${printable(`${requestedUrl}: ${error?.code}: ${error?.message}`)}\n`);
    if (failed.length > 0) throw new Error(`${failed.length} of ${results.length} could not be read`);
  });
}

function requestOf(urls: string[], options: Options): Parameters<Quarry['fetch']>[0] {
  const {
    include = [],
    includeTag = [],
    excludeTag = [],
    header = [],
    screenshot,
    query,
    waitFor,
    render,
    maxAge,
  } = options;
  return {
    urls,
    include: [...include, ...(screenshot === undefined ? [] : ['screenshot'])],
    query,
    waitFor: waitFor ?? (render ? '0' : undefined),
    includeTags: includeTag,
    excludeTags: excludeTag,
    headers: Object.fromEntries(header.map(headerOf)),
    maxAgeSeconds: maxAge,
    screenshotFullPage: options.fullPage,
  };
}

/** A program reads the page as it is. */
const shown = (text: string) => (process.stdout.isTTY ? printableLines(text) : text);

/** A page alone is its Markdown and nothing else, so that it can be piped; several are told apart by their URLs. */
function textOf({ status, markdown = '', passages }: FetchResult, { query }: Options): string {
  if (status !== FetchStatus.FETCH_STATUS_OK) return '';
  if (query === undefined) return `${markdown.trimEnd()}\n`;
  return passages.map(({ path, text }) => `${path.length > 0 ? `> ${path.join(' › ')}\n\n` : ''}${text}\n`).join('\n');
}

function jsonLine({ $typeName: _name, status, fetchedAt, screenshot: _png, metadata, ...result }: FetchResult): string {
  const line = {
    ...result,
    status: status === FetchStatus.FETCH_STATUS_OK ? 'ok' : 'error',
    ...(fetchedAt && { fetchedAt: new Date(Number(fetchedAt.seconds) * 1_000 + fetchedAt.nanos / 1e6) }),
    ...(metadata !== undefined && { metadata: JSON.parse(metadata) as unknown }),
  };
  return `${printableJson(line, (name, value) => (name === '$typeName' ? undefined : value))}\n`;
}

async function savePicture(file: string, result: FetchResult | undefined): Promise<void> {
  if (!result?.screenshot) throw new Error('no screenshot of the page could be taken');
  await writeFile(file, result.screenshot);
}

function headerOf(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  if (at < 1) throw new Error('--header takes a name, a colon and a value');
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

const names = (given: string, before: string[] = []) => [...before, ...given.split(',').map((name) => name.trim())];
