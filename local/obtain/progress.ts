import { report } from '../../services/process/lifecycle.ts';

const SHOWN_AFTER_MS = 1_000;

/** Reports steps that take more than a second on standard error, with their duration. */
export async function step<T>(label: string, work: (detail: (message: string) => void) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    report(`${label} …`);
  }, SHOWN_AFTER_MS);
  try {
    const result = await work(report);
    if (shown) report(`${label}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}
