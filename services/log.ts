import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type LogForm = 'auto' | 'pretty' | 'json' | 'silent';

/** The process's log, on standard output: for people on a terminal, one JSON object a line otherwise. */
export function createLog(form: LogForm, stream: NodeJS.WriteStream = process.stdout): Logger {
  if (form === 'silent') return pino({ level: 'silent' });
  if (form === 'pretty' || (form === 'auto' && stream.isTTY)) {
    return pino(pretty({ destination: stream, colorize: stream.isTTY, ignore: 'pid,hostname,method,path,status,ms,caller_request_id', translateTime: 'HH:MM:ss', singleLine: true }));
  }
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
