import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { Badge } from '../parts/Badge.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { useAction } from '../state/use-action.ts';
import { documentOfFile } from './document-of-file.ts';

type Indexed = Schemas['IndexDocumentsResponse'];
type Document = Schemas['IndexDocumentsRequest']['documents'][number];

const index = (documents: Document[]) => call<Indexed>('/v1/documents', { method: 'POST', body: { documents } });

/** Puts in a text, or files of text that are dropped or chosen. */
export function AddDocument({ added }: { added(): void }) {
  const [url, setUrl] = useState('');
  const [text, setText] = useState('');
  const [indexed, setIndexed] = useState<Indexed>();
  const add = useAction(async (documents: () => Promise<Document[]>) => {
    setIndexed(await index(await documents()));
    added();
  });
  const addFiles = (files: FileList | null | undefined) =>
    add.run(() => Promise.all([...(files ?? [])].map(async (file) => documentOfFile(file.name, await file.text()))));
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
        submit={() => add.run(async () => [{ url, text }])}
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
            or drop text files here
            <input
              type="file"
              multiple
              accept=".md,.markdown,.txt,text/*"
              onChange={({ currentTarget }) => addFiles(currentTarget.files)}
            />
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
