import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** A program that could not be started, or that has failed; the message has what it said. */
export class ProgramError extends Error {
  /** Whether it is not installed. */
  readonly isMissing: boolean;

  constructor(message: string, { isMissing = false, ...options }: ErrorOptions & { isMissing?: boolean } = {}) {
    super(message, options);
    this.isMissing = isMissing;
  }
}

/** Runs a program to its end. @throws ProgramError if it cannot be started */
export async function ran(
  program: string,
  parameters: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ran> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, parameters, { ...options, maxBuffer: MOST_BYTES });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const {
      code,
      message,
      stdout = '',
      stderr = '',
    } = error as Error & Partial<Omit<Ran, 'code'>> & { code?: unknown };
    if (typeof code === 'number') return { code, stdout, stderr };
    const isMissing = code === 'ENOENT';
    throw new ProgramError(isMissing ? `${program} is not installed.` : message, { cause: error, isMissing });
  }
}

/** The output of a program that must succeed. @throws ProgramError with what it has said */
export async function outputOf(...call: Parameters<typeof ran>): Promise<string> {
  const { code, stdout, stderr } = await ran(...call);
  if (code === 0) return stdout;
  throw new ProgramError(`\`${call[0]} ${call[1].join(' ')}\` ended with ${code}:\n${`${stdout}\n${stderr}`.trim()}`);
}
