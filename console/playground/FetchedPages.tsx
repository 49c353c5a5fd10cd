import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Badge } from '../parts/Badge.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Markdown } from '../parts/Markdown.tsx';
import { counted } from '../text/figures.ts';

/** Pages as they were read. */
export function FetchedPages({ results }: { results: ReadonlyArray<Schemas['FetchResult']> }) {
  return (
    <>
      {results.map((result) => (
        <article class="card">
          <Address address={result.final_url ?? result.requested_url} />
          <h2>{result.title ?? (result.status === 'ok' ? 'Without a title' : 'Could not be read')}</h2>
          <p class="row quiet facts">
            <Badge state={result.status} />
            {result.author !== undefined && <span>by {result.author}</span>}
            {result.published_date !== undefined && <span>{result.published_date}</span>}
            {result.language !== undefined && <span>{result.language}</span>}
            {result.markdown !== undefined && (
              <>
                <span>{counted(result.markdown.length, 'character')}</span>
                <CopyButton text={result.markdown} label="Copy the Markdown" />
              </>
            )}
          </p>
          {result.error && (
            <p>
              <code>{result.error.code}</code> {result.error.message}
            </p>
          )}
          {result.screenshot !== undefined && (
            <img
              class="picture"
              src={`data:image/png;base64,${result.screenshot}`}
              alt={`The page ${result.title ?? result.requested_url}`}
            />
          )}
          {result.markdown !== undefined && <Markdown text={result.markdown} />}
        </article>
      ))}
    </>
  );
}
