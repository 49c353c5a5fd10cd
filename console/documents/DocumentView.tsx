import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Markdown } from '../parts/Markdown.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { counted } from '../text/figures.ts';
import { DeleteDocument } from './DocumentList.tsx';

type WholeDocument = Schemas['WholeDocument'];

/** A document, as the passages that searches rank, each with its path. */
export function DocumentView({ url }: { url: string }) {
  const [loaded, again] = useLoaded<Schemas['ListDocumentsResponse']>(
    `/v1/documents?${new URLSearchParams({ url }).toString()}`,
  );
  return (
    <Shown loaded={loaded} again={again} lines={12}>
      {({ document }) =>
        document ? (
          <Whole document={document} />
        ) : (
          <Empty title="No document was named">
            <p>
              <a href="#/documents">All documents</a>
            </p>
          </Empty>
        )
      }
    </Shown>
  );
}

function Whole({ document }: { document: WholeDocument }) {
  const { url, title, passages, collection, metadata = {} } = document;
  const facts = [
    ...(collection === undefined ? [] : [['collection', collection] as const]),
    ...Object.entries(metadata),
  ];
  return (
    <Page
      title={title ?? url}
      about={<Address address={url} />}
      actions={<DeleteDocument url={url} deleted={() => location.assign('#/documents')} />}
    >
      <p class="row wrap facts quiet">
        <span>{counted(document.characters, 'character')}</span>
        <span>{counted(passages.length, 'passage')}</span>
        <span>
          indexed <Time at={document.indexed_at} />
        </span>
        {document.published_date !== undefined && <span>published {document.published_date}</span>}
        {facts.map(([name, value]) => (
          <span key={name}>
            {name}: <b>{String(value)}</b>
          </span>
        ))}
      </p>
      <ol class="rows passages" aria-label="Passages">
        {passages.map(({ path, text }, index) => (
          <li key={index}>
            {path.length > 0 && <p class="quiet headings">{path.join(' › ')}</p>}
            <Markdown text={text} />
          </li>
        ))}
      </ol>
    </Page>
  );
}
