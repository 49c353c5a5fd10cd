// SQLSTATE class 08, a server that starts or stops, too many connections, and network errors.
const CODES =
  /^(?:08\w{3}|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
// Errors of the driver itself have no code.
const WORDS = /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/;

/**
 * Whether an unreachable PostgreSQL, or another unreachable part of the service, caused a failure. The same call may
 * succeed later.
 */
export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code = '', syscall } = thrown as NodeJS.ErrnoException;
  // A server on a local socket removes its socket file.
  return (
    syscall === 'connect' ||
    CODES.test(code) ||
    WORDS.test(thrown.message) ||
    isUnavailable(thrown.cause) ||
    (thrown instanceof AggregateError && thrown.errors.some(isUnavailable))
  );
}
