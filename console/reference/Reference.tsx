import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { operationsOf, type ApiDescription, type ReferenceEntry } from './description.ts';
import { OperationView } from './OperationView.tsx';

/** Every call of the interface, with its fields and a way to send it. @param name of an operation; empty: the first one */
export function Reference({ name }: { name: string }) {
  const [loaded, again] = useLoaded<ApiDescription>('/v1/openapi.json');
  return (
    <Page
      title="API reference"
      about="Each call can be sent from here, with your session. It does what it says: it changes your data and costs what it costs."
      actions={
        <>
          <a class="button" href="#/help">
            Guide
          </a>
          <a class="button" href="/v1/openapi.json" target="_blank" rel="noreferrer">
            openapi.json
          </a>
        </>
      }
    >
      <Shown loaded={loaded} again={again} lines={12}>
        {(api) => {
          const operations = operationsOf(api);
          const shown = operations.find(({ operationId }) => operationId === name) ?? operations[0];
          return (
            <div class="guide">
              <Operations operations={operations} shown={shown?.operationId} />
              {shown && <OperationView key={shown.operationId} api={api} operation={shown} />}
            </div>
          );
        }}
      </Shown>
    </Page>
  );
}

function Operations({ operations, shown }: { operations: readonly ReferenceEntry[]; shown: string | undefined }) {
  const tags = [...new Set(operations.flatMap((one) => one.tags))];
  return (
    <nav aria-label="Calls" class="calls" tabIndex={0}>
      {tags.map((tag) => (
        <>
          <h2>{tag}</h2>
          <ul>
            {operations
              .filter(({ tags: [first] }) => first === tag)
              .map(({ operationId: id, summary }) => (
                <li>
                  <a href={`#/help/api/${id}`} aria-current={id === shown ? 'page' : undefined}>
                    {summary}
                  </a>
                </li>
              ))}
          </ul>
        </>
      ))}
    </nav>
  );
}
