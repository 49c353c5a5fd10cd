import type { Outcome, StopReason } from '../state/run-state.ts';
import type { Report } from '../report/write-report.ts';

/** The outcome of a run, from its stop reason and its report. @see docs/rules.md#agent-runs */
export function outcomeOf(stopReason: StopReason, report: Report | undefined, usable: boolean): Outcome {
  if (stopReason === 'cancelled') return { status: 'cancelled', stopReason };
  // A finished run is complete even without findings. A stopped one needs a cited draft.
  const complete =
    stopReason === 'finished' || (usable && (stopReason === 'budget_reached' || stopReason === 'timeout'));
  if (report && complete) return { status: 'completed', stopReason, output: report.output };
  return { status: 'failed', stopReason, error: failure(stopReason) };
}

function failure(stopReason: StopReason): { code: string; message: string } {
  if (stopReason === 'internal_error') return { code: 'INTERNAL', message: 'An internal error occurred.' };
  if (stopReason === 'invalid_output')
    return { code: 'INTERNAL', message: 'What the sources give does not fit output_schema.' };
  return { code: 'DEADLINE_EXCEEDED', message: 'The run ended before it had a text that its sources support.' };
}
