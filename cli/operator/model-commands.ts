import type { Command } from 'commander';
import { InterruptedError, report } from '../../services/process/lifecycle.ts';
import { requireOnnxRuntime } from '../../services/embedding-model/onnx-runtime.ts';

/** The operator's commands for the models of this machine. */
export function modelCommands(program: Command): void {
  const models = program.command('models').description('the embedding model that runs on this machine');
  models
    .command('install')
    .description('download and convert the embedding model, as the first start does in the background')
    .action(() => untilSignalled(install));
}

async function install(signal: AbortSignal): Promise<void> {
  requireOnnxRuntime();
  // Help does not need it: loading it takes longer than printing that.
  const { obtainModel } = await import('../../local/embedding-model/obtain-model.ts');
  const { model } = await obtainModel({ signal, progress: report });
  process.stdout.write(`the embedding model is ready: ${model}\n`);
}

/** A signal stops the work, which removes unfinished files. */
async function untilSignalled(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const onSignal = (signal: NodeJS.Signals) =>
    interruption.abort(new InterruptedError('stopped: nothing was installed', signal));
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  await work(interruption.signal);
}
