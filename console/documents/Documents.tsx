import { useState } from 'preact/hooks';
import { Page } from '../parts/Page.tsx';
import { AddDocument } from './AddDocument.tsx';
import { DocumentList } from './DocumentList.tsx';
import { Sources } from './Sources.tsx';

/** What searches find beside the web: documents that were put in, and sources that are followed. */
export function Documents() {
  const [changes, setChanges] = useState(0);
  return (
    <Page
      title="Documents and sources"
      about={
        <>
          Searches, answers and runs find your own documents first. <code>npx quarry ingest</code> puts in folders and
          whole sites.
        </>
      }
    >
      <DocumentList changes={changes} />
      <AddDocument added={() => setChanges(changes + 1)} />
      <Sources />
    </Page>
  );
}
