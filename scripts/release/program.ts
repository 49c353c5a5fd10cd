import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** Runs a program to its end. @throws Error if it cannot be started */
export async function ran(
  program: string,
  parameters: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ran> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, parameters, { ...options, maxBuffer: MOST_BYTES });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** The output of a program that must succeed. @throws Error with what it has said */
export async function outputOf(...call: Parameters<typeof ran>): Promise<string> {
  const { code, stdout, stderr } = await ran(...call);
  if (code !== 0) throw new Error(`${call[0]} ${call[1].join(' ')} ended with ${code}\n${stdout}\n${stderr}`);
  return stdout;
}
