import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { trailFields } from '../services/telemetry/trail.ts';

export type LogForm = 'auto' | 'pretty' | 'json' | 'silent';

export interface HeldLog {
  log: Logger;
  /** Writes the held lines; later lines are written immediately. Safe to repeat. */
  release(): void;
}

/**
 * As `createLog`, for a process whose first line on standard output reports that it is ready: earlier lines are held
 * until `release`, or until the process ends. Lines for people are not held, because no program reads them.
 */
export function createHeldLog(form: LogForm, stream: NodeJS.WriteStream = process.stdout): HeldLog {
  let held: string[] | undefined = [];
  const release = () => {
    for (const line of held?.splice(0) ?? []) stream.write(line);
    held = undefined;
  };
  process.once('exit', release);
  const write = (line: string) => {
    if (held) held.push(line);
    else stream.write(line);
  };
  return { log: createLog(form, stream, write), release };
}

/**
 * The process's log on standard output: readable text on a terminal, otherwise one JSON object per line. Each line
 * carries the id of the request that it concerns, and its span, if there is one.
 */
function createLog(
  form: LogForm,
  stream: NodeJS.WriteStream = process.stdout,
  write = (line: string): void => void stream.write(line),
): Logger {
  if (form === 'silent') return pino({ level: 'silent' });
  if (form === 'pretty' || (form === 'auto' && stream.isTTY)) {
    return pino(
      { mixin: trailFields },
      pretty({
        destination: stream,
        colorize: stream.isTTY,
        ignore: 'pid,hostname,method,path,status,ms,caller_request_id,trace_id,span_id',
        translateTime: 'HH:MM:ss',
        singleLine: true,
      }),
    );
  }
  return pino({ base: null, mixin: trailFields, timestamp: pino.stdTimeFunctions.isoTime }, { write });
}
