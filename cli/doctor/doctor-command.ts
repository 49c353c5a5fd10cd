import type { Command } from 'commander';
import type { Config } from '../../runtime/config.ts';
import { callingRest, type RestTarget } from '../client/rest-client.ts';
import { accessTo, isOfThisMachine, profileFor } from '../client/service-client.ts';
import { createOutput, type Output } from '../output/output.ts';
import { printable } from '../output/printable.ts';
import { failed, diagnosisOf, ok, type Check, type Diagnosis } from './diagnosis.ts';
import { isAnswering, serviceChecks } from './service-checks.ts';

const MARKS = { ok: ['green', '✔'], warning: ['yellow', '!'], failed: ['red', '✖'] } as const;
const NAME_COLUMNS = 16;

/** `quarry doctor`: what can be wrong with a service and its machine, and how it is mended. */
export function doctorCommand(program: Command): void {
  callingRest(program.command('doctor'), [
    'doctor',
    'doctor --url https://quarry.example.com --key-file key',
    'doctor --json',
  ])
    .description('check a service and this machine, and say how to mend what is wrong; exit with 1 if something is')
    .action(diagnose);
}

async function diagnose(target: RestTarget): Promise<void> {
  const output = createOutput(target.json ?? false);
  const environment = { ...process.env, ...(target.url !== undefined && { QUARRY_URL: target.url }) };
  const url = await addressOf(environment);
  const isRunning = await isAnswering(url);
  const checks: Check[] = [
    { name: 'service', run: async () => answering(url, isRunning) },
    ...(isRunning ? await checksOfService(environment, target.keyFile) : []),
    ...(isOfThisMachine(url) ? await checksOfMachine(isRunning) : []),
  ];
  const diagnoses: Diagnosis[] = [];
  for (const check of checks) {
    output.progress(`${check.name} …`);
    const diagnosis = await diagnosisOf(check);
    output.progress('');
    write(output, diagnosis);
    diagnoses.push(diagnosis);
  }
  const wrong = diagnoses.filter(({ state }) => state === 'failed').length;
  if (wrong > 0) throw new Error(`${wrong} of ${diagnoses.length} checks failed`);
}

/** Help needs no configuration: loading its schema takes longer than printing that. */
async function configurationOf(environment: NodeJS.ProcessEnv): Promise<Config> {
  return (await import('../../runtime/config.ts')).readConfig(environment);
}

/** Also where there is no key. */
async function addressOf(environment: NodeJS.ProcessEnv): Promise<string> {
  const profile = await profileFor(environment);
  return profile?.url ?? (await configurationOf({ QUARRY_URL: environment.QUARRY_URL })).QUARRY_URL;
}

function answering(url: string, isRunning: boolean) {
  return isRunning
    ? ok(`answers at ${url}`)
    : failed(
        `does not answer at ${url}`,
        'Start it with npm start or quarry start, or name another address with --url.',
      );
}

async function checksOfService(environment: NodeJS.ProcessEnv, keyFile: string | undefined): Promise<Check[]> {
  try {
    return serviceChecks(await accessTo({ keyFile }, environment));
  } catch (error) {
    return [{ name: 'key and credits', run: () => Promise.reject(error) }];
  }
}

async function checksOfMachine(isRunning: boolean): Promise<Check[]> {
  try {
    const { machineChecks } = await import('./machine-checks.ts');
    return machineChecks(await configurationOf(process.env), isRunning);
  } catch (error) {
    return [{ name: 'configuration', run: () => Promise.reject(error) }];
  }
}

function write(output: Output, { name, state, message, mend }: Diagnosis): void {
  if (!output.isTerminal) return output.json({ check: name, state, message, ...(mend !== undefined && { mend }) });
  const [colour, mark] = MARKS[state];
  output.write(`${output.style(colour, mark)} ${name.padEnd(NAME_COLUMNS)} ${printable(message)}\n`);
  if (mend !== undefined) output.write(`  ${' '.repeat(NAME_COLUMNS)} ${output.style('dim', printable(mend))}\n`);
}
