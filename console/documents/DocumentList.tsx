import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { Address } from '../parts/Address.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Pager } from '../parts/Pager.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { counted, figure } from '../text/figures.ts';

type DocumentPage = Schemas['ListDocumentsResponse'];
type StoredDocument = Schemas['StoredDocument'];

const PER_PAGE = 25;

/** The organization's documents, newest first. @param changes changes where documents were added on the same page */
export function DocumentList({ changes }: { changes: number }) {
  const [q, setQ] = useState('');
  const [asked, setAsked] = useState({ q: '', after: '' });
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['limit', String(PER_PAGE)], ...given]);
  const [loaded, again] = useLoaded<DocumentPage>(`/v1/documents?${query.toString()}`);
  useEffect(() => {
    if (changes > 0) again();
  }, [changes, again]);
  return (
    <section aria-label="Documents">
      <h2>Documents</h2>
      <Form class="row fields" submit={() => setAsked({ q, after: '' })}>
        <Field label="In title or address" grows type="text" placeholder="handbook" value={q} change={setQ} />
        <button type="submit">Find</button>
      </Form>
      <Shown loaded={loaded} again={again} lines={8}>
        {({ documents = [], next = null, total = 0 }) => (
          <>
            <p class="quiet" role="status">
              {counted(total, 'document')}
            </p>
            {documents.length === 0 ? <NoDocument isFiltered={asked.q !== ''} /> : null}
            {documents.length > 0 && <DocumentTable documents={documents} changed={again} />}
            <Pager after={asked.after || undefined} next={next} go={(after = '') => setAsked({ ...asked, after })} />
          </>
        )}
      </Shown>
    </section>
  );
}

function NoDocument({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No document has this in its title or address">
      <p>Searches look into the text, too. This list does not.</p>
    </Empty>
  ) : (
    <Empty title="No document yet">
      <p>Add one below, or follow a feed or a sitemap.</p>
    </Empty>
  );
}

const COLUMNS = [
  'Document',
  'Collection',
  { name: 'Characters', as: 'number' },
  'Indexed',
  { name: 'Actions', as: 'hidden' },
] as const;

function DocumentTable({ documents, changed }: { documents: readonly StoredDocument[]; changed(): void }) {
  return (
    <Table label="Documents" columns={COLUMNS}>
      {documents.map((document) => (
        <tr key={document.url}>
          <th scope="row">
            <a href={addressOfView(document.url)}>{document.title ?? document.url}</a>
            <div class="quiet">
              <Address address={document.url} />
            </div>
          </th>
          <td>{document.collection ?? '–'}</td>
          <td class="number">{figure(document.characters)}</td>
          <td>
            <Time at={document.indexed_at} />
          </td>
          <td>
            <DeleteDocument url={document.url} deleted={changed} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const addressOfView = (url: string) => `#/documents/read?${new URLSearchParams({ url }).toString()}`;

/** Takes a document out, for every search at once. */
export function DeleteDocument({ url, deleted }: { url: string; deleted(): void }) {
  const { run, isRunning, error } = useAction(() =>
    call('/v1/documents', { method: 'DELETE', body: { urls: [url] } }).then(deleted),
  );
  return (
    <>
      <ConfirmButton label="Delete" question="Delete for ever?" isRunning={isRunning} act={run} />
      {error && <ErrorBox error={error} />}
    </>
  );
}
