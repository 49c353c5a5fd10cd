import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { printable, printableJson, printableLines } from '../output/printable.ts';
import { callingRest, several, wholeNumber, withRest, type RestTarget } from './rest-client.ts';

interface Options extends RestTarget {
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
}

/** What the command shows of a page. */
interface FetchedPage {
  requested_url: string;
  status: 'ok' | 'error';
  markdown?: string;
  passages?: Array<{ path: string[]; text: string }>;
  /** PNG in base64. */
  screenshot?: string;
  error?: { code: string; message: string };
}

/** `quarry fetch`: reads pages through a running service, and prints them. */
export function fetchCommand(program: Command): void {
  callingRest(program.command('fetch'), [
    'fetch https://example.com/',
    'fetch --query "What does it cost?" https://example.com/prices',
    'fetch --json --include links https://example.com/ | jq .links',
  ])
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
    .action(run);
}

async function run(urls: string[], options: Options): Promise<void> {
  if (options.screenshot !== undefined && urls.length > 1) throw new Error('--screenshot takes one URL');
  await withRest(options, async ({ post }) => {
    const { results } = await post<{ results: FetchedPage[] }>('/v1/fetch', requestOf(urls, options));
    for (const result of results)
      process.stdout.write(options.json ? jsonLine(result) : shown(textOf(result, options)));
    const [first] = results;
    if (options.screenshot !== undefined) await savePicture(options.screenshot, first);
    const failed = results.filter(({ status }) => status !== 'ok');
    for (const { requested_url: url, error } of failed)
      process.stderr.write(`quarry: ${printable(`${url}: ${error?.code}: ${error?.message}`)}\n`);
    if (failed.length > 0) throw new Error(`${failed.length} of ${results.length} could not be read`);
  });
}

function requestOf(urls: string[], options: Options) {
  const { include = [], header = [], screenshot, render, waitFor = render ? '0' : undefined } = options;
  return {
    urls,
    include: [...include, ...(screenshot === undefined ? [] : ['screenshot'])],
    query: options.query,
    wait_for: /^\d+$/.test(waitFor ?? '') ? Number(waitFor) : waitFor,
    include_tags: options.includeTag,
    exclude_tags: options.excludeTag,
    headers: header.length > 0 ? Object.fromEntries(header.map(headerOf)) : undefined,
    max_age_seconds: options.maxAge,
    screenshot_full_page: options.fullPage,
  };
}

/** A program reads the page as it is. */
const shown = (text: string) => (process.stdout.isTTY ? printableLines(text) : text);

/** A page alone is its Markdown and nothing else, so that it can be piped; several are told apart by their URLs. */
function textOf({ status, markdown = '', passages = [] }: FetchedPage, { query }: Options): string {
  if (status !== 'ok') return '';
  if (query === undefined) return `${markdown.trimEnd()}\n`;
  return passages.map(({ path, text }) => `${path.length > 0 ? `> ${path.join(' › ')}\n\n` : ''}${text}\n`).join('\n');
}

/** A picture goes to its file. */
const jsonLine = ({ screenshot: _png, ...result }: FetchedPage) => `${printableJson(result)}\n`;

async function savePicture(file: string, result: FetchedPage | undefined): Promise<void> {
  if (!result?.screenshot) throw new Error('no screenshot of the page could be taken');
  await writeFile(file, Buffer.from(result.screenshot, 'base64'));
}

function headerOf(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  if (at < 1) throw new Error('--header takes a name, a colon and a value');
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

const names = (given: string, before: string[] = []) => [...before, ...given.split(',').map((name) => name.trim())];
