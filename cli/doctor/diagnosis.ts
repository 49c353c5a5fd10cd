/** What a check has found, and what to do about it. */
export interface Diagnosis {
  name: string;
  /** `warning`: something works less well, and the rest as usual. */
  state: 'ok' | 'warning' | 'failed';
  message: string;
  mend?: string;
}

/** @throws only where the check itself is at fault; its message is then the diagnosis */
export interface Check {
  name: string;
  run(): Promise<Omit<Diagnosis, 'name'>>;
}

export const ok = (message: string) => ({ state: 'ok', message }) as const;
export const warning = (message: string, mend: string) => ({ state: 'warning', message, mend }) as const;
export const failed = (message: string, mend: string) => ({ state: 'failed', message, mend }) as const;

/** Runs a check; a fault of it is a failure with its message. */
export async function diagnosisOf({ name, run }: Check): Promise<Diagnosis> {
  try {
    return { name, ...(await run()) };
  } catch (error) {
    return { name, state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
