/** What one check says. `skipped`: there was nothing to compare with. */
export interface CheckVerdict {
  status: 'ok' | 'problem' | 'skipped';
  what: string;
  detail: string;
}

const MARKS = { ok: '✔', problem: '✖', skipped: '–' } as const;

export const verdictLine = ({ status, what, detail }: CheckVerdict): string =>
  `${MARKS[status]} ${what.padEnd(14)} ${detail}`;
