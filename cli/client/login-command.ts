import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { report } from '../../services/process/lifecycle.ts';
import { printable } from '../output/printable.ts';
import { removeProfile, writeProfile } from './profile.ts';
import { callService, checkedKey, isOfThisMachine, keyIn } from './service-client.ts';

interface LoginOptions {
  keyFile?: string;
}

const WITHIN_MS = 10_000;

/** `quarry login` and `quarry logout`. @see docs/cli.md */
export function loginCommands(program: Command): void {
  program
    .command('login')
    .description('choose the service that commands call, and keep its key in a file for you alone')
    .argument('<url>')
    .option('--key-file <file>', 'file with the API key; default: asked for, or read from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  quarry login https://quarry.example.com\n  quarry login http://127.0.0.1:8080 < .data/api-key',
    )
    .action(login);
  program
    .command('logout')
    .description('forget the service and the key of quarry login')
    .addHelpText('after', '\nExamples:\n  quarry logout')
    .action(async () => {
      const isForgotten = await removeProfile(process.env);
      process.stdout.write(isForgotten ? 'logged out\n' : 'there was no login\n');
    });
}

async function login(given: string, { keyFile }: LoginOptions): Promise<void> {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${given} is not an http or https URL`);
  const key = keyFile === undefined ? await askedKey() : await keyIn(keyFile);
  const { origin } = url;
  if (url.protocol === 'http:' && !isOfThisMachine(origin))
    report(`the key goes in clear to ${origin}, for everyone on the way to read. Use https.`);
  const account = (await callService(
    { url: origin, key },
    { method: 'GET', path: '/v1/account' },
    AbortSignal.timeout(WITHIN_MS),
  )) as { organization_id: string };
  const path = await writeProfile(process.env, { url: origin, key });
  process.stdout.write(`logged in at ${origin} as ${printable(account.organization_id)}; the key is in ${path}\n`);
}

/** From the pipe, or typed without being shown. */
async function askedKey(): Promise<string> {
  if (!process.stdin.isTTY) return checkedKey(await text(process.stdin), 'The input');
  process.stderr.write('API key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return checkedKey(key, 'The input');
}
