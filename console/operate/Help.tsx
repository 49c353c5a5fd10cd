import { useEffect, useState } from 'preact/hooks';
import { Markdown } from '../parts/Markdown.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { searchGuide, type GuideText } from './guide-search.ts';

const START = 'search';

/** The guide, a page at a time, with a search over all of it. */
export function Help({ name }: { name: string }) {
  const [loaded, again] = useLoaded<{ pages: GuideText[] }>('/docs/guide.json');
  const [query, setQuery] = useState('');
  useEffect(() => setQuery(''), [name]);
  const actions = (
    <>
      <a class="button" href="#/help/api">
        API reference
      </a>
      <a class="button" href="/docs/guide" target="_blank" rel="noreferrer">
        The guide as plain pages
      </a>
    </>
  );
  return (
    <Page title="Help" actions={actions}>
      <Shown loaded={loaded} again={again} lines={12}>
        {({ pages }) => (
          <div class="guide">
            <nav aria-label="Guide">
              <input
                id="filter"
                type="search"
                aria-label="Search the guide"
                placeholder="Search the guide"
                value={query}
                onInput={({ currentTarget }) => setQuery(currentTarget.value)}
              />
              <ul>
                {pages.map((page) => (
                  <li>
                    <a href={`#/help/${page.name}`} aria-current={page.name === (name || START) ? 'page' : undefined}>
                      {page.title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            {query.trim() === '' ? (
              <GuidePage pages={pages} name={name || START} />
            ) : (
              <Found pages={pages} query={query} />
            )}
          </div>
        )}
      </Shown>
    </Page>
  );
}

function GuidePage({ pages, name }: { pages: readonly GuideText[]; name: string }) {
  const page = pages.find((one) => one.name === name);
  if (!page) return <p class="notice">The guide has no page of this name.</p>;
  // Links of the guide name files; here its pages have addresses of the console.
  const linked = page.markdown.replaceAll(/\]\(([a-z-]+)\.md(?:#[\w-]*)?\)/g, `](${location.origin}/#/help/$1)`);
  return (
    <article>
      <Markdown key={name} text={linked} />
    </article>
  );
}

function Found({ pages, query }: { pages: readonly GuideText[]; query: string }) {
  const found = searchGuide(pages, query);
  return (
    <div role="status">
      {found.length === 0 && <p class="quiet">No section of the guide holds all of these words.</p>}
      <ul class="rows">
        {found.map(({ name, title, heading, excerpt }) => (
          <li>
            <a class="plain block" href={`#/help/${name}`}>
              <b>{heading === title ? title : `${title} › ${heading}`}</b>
              <span class="quiet break">{excerpt}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
