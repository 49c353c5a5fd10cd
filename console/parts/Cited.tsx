import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { comparable } from '../text/addresses.ts';
import { Address } from './Address.tsx';
import { Markdown } from './Markdown.tsx';

/** A source of a text, as its markers and its list show it. */
interface CitedSource {
  url: string;
  title?: string | undefined;
  published?: string | undefined;
}

interface CitedProps {
  text: string;
  sources: readonly CitedSource[];
  /** Place in `sources` of what a marker names by its address or its number; -1 if it is none of them. */
  placeOf?: (key: string) => number;
  /** The sentence of a source that a claim rests on, shown on hover; undefined where it is not known yet. */
  hint: (source: CitedSource, claim: string) => string | undefined;
  /** What the open marker's source says. */
  passage: (source: CitedSource, claim: string) => ComponentChildren;
}

interface OpenMarker {
  place: number;
  claim: string;
}

/** A text whose markers open the passage that each cites, beside it or below it, and the list of its sources. */
export function Cited({ text, sources, placeOf, hint, passage }: CitedProps) {
  const [opened, setOpened] = useState<OpenMarker>();
  const byAddress = (key: string) => sources.findIndex(({ url }) => comparable(url) === comparable(key));
  const marker = (key: string, claim: string) => {
    const place = (placeOf ?? byAddress)(key);
    const source = sources[place];
    if (!source) return undefined;
    const isOpen = opened?.place === place && opened.claim === claim;
    return (
      <button
        type="button"
        class="marker"
        aria-expanded={isOpen}
        aria-label={`Source ${place + 1}: ${source.title ?? source.url}`}
        title={[source.title ?? source.url, hint(source, claim)].filter(Boolean).join('\n\n')}
        onClick={() => setOpened(isOpen ? undefined : { place, claim })}
      >
        {place + 1}
      </button>
    );
  };
  const source = opened && sources[opened.place];
  return (
    <div class="cited">
      <Markdown text={text} marker={marker} />
      {opened && source && (
        <aside class="passage" aria-label={`Source ${opened.place + 1}`}>
          <header class="row">
            <span class="marker" aria-hidden="true">
              {opened.place + 1}
            </span>
            <b class="grow cut">{source.title ?? 'Source'}</b>
            <button type="button" class="small" onClick={() => setOpened(undefined)}>
              Close
            </button>
          </header>
          <Address address={source.url} />
          {passage(source, opened.claim)}
        </aside>
      )}
      <Sources sources={sources} />
    </div>
  );
}

function Sources({ sources }: { sources: readonly CitedSource[] }) {
  if (sources.length === 0) return null;
  return (
    <section class="sources" aria-label="Sources">
      <h2>Sources</h2>
      <ol>
        {sources.map((source) => (
          <li>
            {source.title !== undefined && <b>{source.title}</b>} <Address address={source.url} />{' '}
            {source.published !== undefined && <span class="quiet">{source.published}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
