import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Form } from '../forms/Form.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { useAction } from '../state/use-action.ts';
import { counted } from '../text/figures.ts';

/** Takes documents out again by their addresses. */
export function DeleteDocuments() {
  const [text, setText] = useState('');
  const [deleted, setDeleted] = useState<number>();
  const urls = text.split(/\s+/).filter((one) => one !== '');
  const { run, isRunning, error } = useAction(async () => {
    const outcome = await call<Schemas['DeleteDocumentsResponse']>('/v1/documents', {
      method: 'DELETE',
      body: { urls },
    });
    setDeleted(outcome.deleted);
    setText('');
  });
  return (
    <section aria-label="Delete documents">
      <h2>Delete documents</h2>
      <Form class="card" submit={run}>
        <label>
          Addresses, one a line
          <textarea rows={3} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <button type="submit" class="danger" disabled={isRunning || urls.length === 0}>
          Delete {urls.length > 0 ? counted(urls.length, 'document') : ''}
        </button>
        {error && <ErrorBox error={error} />}
        {deleted !== undefined && <p role="status">{counted(deleted, 'document')} deleted.</p>}
      </Form>
    </section>
  );
}
