import type { Context } from 'koa';

/** Calls `end` once the response has closed, or at once if its caller is gone already: no event comes then. */
export function atClose({ res }: Pick<Context, 'res'>, end: () => void): void {
  if (res.closed) end();
  else res.once('close', end);
}
