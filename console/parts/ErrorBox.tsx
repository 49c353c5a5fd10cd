import { CallFailure } from '../api/failure.ts';
import { CopyButton } from './CopyButton.tsx';

/** What went wrong, with the id by which an operator finds the request in the log. */
export function ErrorBox({ error, again }: { error: Error; again?: (() => void) | undefined }) {
  const requestId = error instanceof CallFailure ? error.requestId : undefined;
  const code = error instanceof CallFailure ? error.code : 'PAGE';
  const copied = [`${code}: ${error.message}`, requestId].filter((line) => line !== undefined).join('\n');
  return (
    <div class="error" role="alert">
      <p>{error.message}</p>
      <p class="quiet row">
        <code>{code}</code>
        {requestId !== undefined && <code class="break">{requestId}</code>}
        <CopyButton text={copied} label="Copy the error" />
        {again && (
          <button type="button" class="small" onClick={again}>
            Try again
          </button>
        )}
      </p>
    </div>
  );
}
