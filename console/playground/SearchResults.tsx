import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Markdown } from '../parts/Markdown.tsx';
import { linkable } from '../text/addresses.ts';
import { matchedWords } from '../text/matches.ts';

type Found = Schemas['SearchResponse'];

/** The documents of a search with their passages, best first. */
export function SearchResults({ found, query }: { found: Found; query: string }) {
  const highest = Math.max(...found.documents.map(({ score }) => score), Number.MIN_VALUE);
  return (
    <>
      {found.warnings?.map(({ message }) => (
        <p class="notice">{message}</p>
      ))}
      {found.documents.length === 0 && <NothingFound />}
      <ol class="results">
        {found.documents.map((document, index) => (
          <Result key={document.url} {...{ document, query }} place={index + 1} share={document.score / highest} />
        ))}
      </ol>
    </>
  );
}

interface ResultProps {
  document: Found['documents'][number];
  query: string;
  /** From 1. */
  place: number;
  /** Of the highest score. */
  share: number;
}

function Result({ document, query, place, share }: ResultProps) {
  const { url, title, source, score, snippets, published_date: published } = document;
  const name = title === '' ? url : title;
  const target = linkable(url);
  const [first, ...others] = snippets;
  return (
    <li class="result">
      <Address address={url} />
      <h2>
        {target === undefined ? (
          name
        ) : (
          <a href={target} rel="noreferrer noopener" target="_blank">
            {name}
          </a>
        )}
      </h2>
      <p class="quiet row facts">
        <span class="score">
          <b>{place}.</b> <meter min={0} max={1} value={share} aria-label={`Score ${score}`} /> {score.toFixed(3)}
        </span>
        {source !== '' && <span>from {source}</span>}
        {published !== undefined && <span>{published}</span>}
      </p>
      {first && <Markdown text={first.text} />}
      <Why query={query} document={document} />
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} more {others.length === 1 ? 'passage' : 'passages'}
          </summary>
          {others.map(({ text }) => (
            <Markdown text={text} />
          ))}
        </details>
      )}
    </li>
  );
}

/** What of a document speaks for its place: the words of the query that it shows, and where it comes from. */
function Why({ query, document: { title, snippets } }: Pick<ResultProps, 'query' | 'document'>) {
  const { held, lacked } = matchedWords(query, snippets.map(({ text }) => text).join(' '));
  const inTitle = matchedWords(query, title).held;
  return (
    <details class="why">
      <summary>Why it is here</summary>
      <dl class="quiet">
        <Reason name="Words of the query in its passages">{held.join(', ') || 'none'}</Reason>
        {lacked.length > 0 && <Reason name="Not in its passages">{lacked.join(', ')}</Reason>}
        <Reason name="In its title">{inTitle.join(', ') || 'none'}</Reason>
        <Reason name="Score">
          of its best passage: its words by BM25, their places and the title; in the tier <code>pro</code> also its
          meaning, where the embedding model is on
        </Reason>
      </dl>
    </details>
  );
}

const Reason = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function NothingFound() {
  return (
    <Empty title="Nothing was found">
      <p>
        Your own documents and the providers of the scope were searched. Put documents in, or see which providers are
        on.
      </p>
      <p class="row">
        <a class="button" href="#/documents">
          Add documents
        </a>
        <a class="button" href="#/health">
          See the providers
        </a>
      </p>
    </Empty>
  );
}
