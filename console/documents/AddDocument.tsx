import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { Badge } from '../parts/Badge.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { useAction } from '../state/use-action.ts';

type Indexed = Schemas['IndexDocumentsResponse'];
type Document = Schemas['IndexDocumentsRequest']['documents'][number];

const index = (documents: Document[]) => call<Indexed>('/v1/documents', { method: 'POST', body: { documents } });

function indexFiles(files: Iterable<File>): Promise<Indexed> {
  const body = new FormData();
  for (const file of files) body.append('files', file);
  return call<Indexed>('/v1/documents/files', { method: 'POST', body });
}

/** Puts in a text, or files that are dropped or chosen. */
export function AddDocument({ added }: { added(): void }) {
  const [url, setUrl] = useState('');
  const [text, setText] = useState('');
  const [indexed, setIndexed] = useState<Indexed>();
  const add = useAction(async (indexing: () => Promise<Indexed>) => {
    setIndexed(await indexing());
    added();
  });
  const addFiles = (files: FileList | null | undefined) => {
    if (files && files.length > 0) add.run(() => indexFiles(files));
  };
  return (
    <section aria-label="Add documents">
      <h2>Add documents</h2>
      <Form
        class="card"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          addFiles(event.dataTransfer?.files);
        }}
        submit={() => add.run(() => index([{ url, text }]))}
      >
        <Field
          label="Address"
          type="url"
          required
          placeholder="https://example.com/handbook/leave"
          value={url}
          change={setUrl}
        />
        <label>
          Text, as Markdown
          <textarea rows={5} required value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <div class="row wrap">
          <button type="submit" class="primary" disabled={add.isRunning || url === '' || text === ''}>
            Add
          </button>
          <label class="row wrap">
            or drop files here: PDF, Office, e-mail, archives, code, text
            <input type="file" multiple onChange={({ currentTarget }) => addFiles(currentTarget.files)} />
          </label>
        </div>
        {add.error && <ErrorBox error={add.error} />}
        {indexed && <Outcomes indexed={indexed} />}
      </Form>
    </section>
  );
}

function Outcomes({ indexed }: { indexed: Indexed }) {
  return (
    <ul class="rows" role="status">
      {indexed.results.map(({ url, status, error }) => (
        <li class="row">
          <Badge state={status} />
          <span class="grow break">{url}</span>
          {error !== undefined && <span class="quiet">{error}</span>}
        </li>
      ))}
    </ul>
  );
}
