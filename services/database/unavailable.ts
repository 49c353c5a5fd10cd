// SQLSTATE class 08, shutting down or starting, no connection left; and the network's.
const CODES =
  /^(?:08\w{3}|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
// The driver's own failures have no code.
const WORDS = /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/;

/** Whether what is behind a failure is that PostgreSQL, or another part of ours, could not be reached: the same call may do later. */
export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code = '', syscall } = thrown as NodeJS.ErrnoException;
  // A server on a local socket takes its file with it.
  return (
    syscall === 'connect' ||
    CODES.test(code) ||
    WORDS.test(thrown.message) ||
    isUnavailable(thrown.cause) ||
    (thrown instanceof AggregateError && thrown.errors.some(isUnavailable))
  );
}
