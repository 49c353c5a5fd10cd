import { setImmediate } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { ServiceError, type ServiceErrorCode } from '../../services/core/errors.ts';
import { CommandError, InterruptedError, report } from '../../services/process/lifecycle.ts';
import { createOutput, type Output } from '../output/output.ts';
import { accessTo, callService, streamService, type ServiceAccess, type ServiceEvent } from './service-client.ts';

/** Options of each command that calls a service over REST. */
export interface RestTarget {
  url?: string;
  keyFile?: string;
  json?: boolean;
}

const PAGE = 100;

/** Pause before a call is made again. */
export const AGAIN_AFTER_MS = 1_000;
/** Failures in a row, after which what is followed counts as lost. */
export const MOST_FAILURES = 30;

/** Whether a call that has failed so often in a row is made again: the service may come back. */
export const isTriedAgain = (error: unknown, failures: number): boolean =>
  error instanceof ServiceError && error.code === 'UNAVAILABLE' && failures < MOST_FAILURES;

/** All items of a list, page by page. @param name of the list and of its path @param idOf by which the next page begins */
export async function allOf<Item>(
  { get }: Pick<Calling, 'get'>,
  name: 'monitors' | 'sources',
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const all: Item[] = [];
  let before: string | undefined;
  do {
    const page = await get<{ has_more: boolean } & Record<typeof name, Item[]>>(`/v1/${name}`, { before, limit: PAGE });
    all.push(...page[name]);
    const last = page[name].at(-1);
    before = page.has_more && last !== undefined ? idOf(last) : undefined;
  } while (before !== undefined);
  return all;
}

/** What a command works with. */
export interface Calling {
  output: Output;
  /** Aborts when the user presses Ctrl-C. */
  signal: AbortSignal;
  get<T>(path: string, query?: Record<string, string | number | undefined>): Promise<T>;
  post<T>(path: string, body?: unknown, idempotencyKey?: string): Promise<T>;
  events(request: { method: string; path: string; body?: unknown; lastEventId?: string }): AsyncGenerator<ServiceEvent>;
}

/** The command with options for the service that it calls, and examples in its help. */
export function callingRest(command: Command, examples: readonly string[]): Command {
  return command
    .option('--url <url>', 'address of the service (default: QUARRY_URL, or that of quarry login)')
    .option('--key-file <file>', 'file with the API key (default: QUARRY_API_KEY, or api-key in QUARRY_DATA_DIR)')
    .option('--json', 'print JSON, one value a line, on a terminal too')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  quarry ${example}`).join('\n')}`);
}

/** Collects the values of an option that may be repeated. */
export const several = (value: string, before: string[] = []) => [...before, value];

/** The value of an option, at most nine digits. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a whole number.');
}

/** Exit codes of failed calls. @see docs/cli.md#exit-codes */
const EXIT_CODES: Partial<Record<ServiceErrorCode, number>> = {
  UNAUTHENTICATED: 3,
  PERMISSION_DENIED: 3,
  NOT_FOUND: 4,
  INSUFFICIENT_CREDITS: 5,
  RATE_LIMITED: 5,
  UNAVAILABLE: 6,
  DEADLINE_EXCEEDED: 6,
};

/** Works with the service. @throws CommandError with the exit code of a failed call */
export async function withRest(target: RestTarget, work: (calling: Calling) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const interrupted = new InterruptedError('interrupted', 'SIGINT');
  process.once('SIGINT', () => stopping.abort(interrupted));
  process.stdout.on('error', endWithReader);
  const output = createOutput(target.json ?? false);
  try {
    await work(callingOf(await accessTo(target, process.env), output, stopping.signal));
    // A fault of the last write is told after it.
    await setImmediate();
  } catch (error) {
    output.progress('');
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandError(`${error.code}: ${error.message}`, EXIT_CODES[error.code] ?? 1, { cause: error });
  }
}

/** A reader such as `head` has enough. Any other fault, such as a full disk, is one. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  report(error.message);
  process.exit(1);
}

function callingOf(access: ServiceAccess, output: Output, signal: AbortSignal): Calling {
  return {
    output,
    signal,
    get: async <T>(path: string, query: Record<string, string | number | undefined> = {}) => {
      const given = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
      const asked = { method: 'GET', path: given.size > 0 ? `${path}?${given.toString()}` : path };
      return (await callService(access, asked, signal)) as T;
    },
    post: async <T>(path: string, body?: unknown, idempotencyKey?: string) =>
      (await callService(access, { method: 'POST', path, body, idempotencyKey }, signal)) as T,
    events: (request) => streamService(access, request, signal),
  };
}
