import { ProgramError } from './program.ts';

/** What one check says. `skipped`: there was nothing to compare with. */
export interface CheckVerdict {
  status: 'ok' | 'problem' | 'skipped';
  what: string;
  detail: string;
}

const MARKS = { ok: '✔', problem: '✖', skipped: '–' } as const;

export const verdictLine = ({ status, what, detail }: CheckVerdict): string =>
  `${MARKS[status]} ${what.padEnd(14)} ${detail}`;

/** A check by programs of others: that one cannot run is a problem of the release, and the other checks are told too. */
export async function settled(what: string, check: () => Promise<CheckVerdict>): Promise<CheckVerdict> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return { status: 'problem', what, detail: error.message };
  }
}
