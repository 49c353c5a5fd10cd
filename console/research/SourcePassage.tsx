import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Passage } from '../parts/Passage.tsx';
import { Skeleton } from '../parts/Shown.tsx';
import { useAction } from '../state/use-action.ts';
import { comparable } from '../text/addresses.ts';
import { citedPassage } from '../text/passages.ts';

/** What was found of a source before, by address and claim: looking again is free. */
const known = new Map<string, string>();

/** The sentence of a source that was looked up before. */
export function knownSentence(url: string, claim: string): string | undefined {
  const content = known.get(`${url} ${claim}`);
  return content === undefined ? undefined : citedPassage(content, claim)?.sentence;
}

/**
 * The sentence of a report's source. A run keeps the addresses of its sources and not their texts, so the source is
 * looked up when the reader asks: in our own index first, then on the web. Each look-up costs a credit.
 */
export function SourcePassage({ url, claim }: { url: string; claim: string }) {
  const key = `${url} ${claim}`;
  const [content, setContent] = useState(known.get(key));
  const { run, isRunning, error } = useAction(async () => {
    const found = (await fromIndex(url, claim)) ?? (await fromWeb(url));
    known.set(key, found);
    setContent(found);
  });
  if (content !== undefined) return <Passage content={content} claim={claim} />;
  if (isRunning) return <Skeleton lines={2} />;
  return (
    <>
      {error && <ErrorBox error={error} />}
      <p class="quoted">{claim.trim()}</p>
      <button type="button" class="small" onClick={() => run()}>
        Find it in the source (1 or 2 credits)
      </button>
    </>
  );
}

async function fromIndex(url: string, claim: string): Promise<string | undefined> {
  const host = URL.parse(url)?.hostname;
  if (host === undefined) return undefined;
  const body = { query: claim.slice(0, 1000), include_domains: [host], max_results: 10, fields: { content: true } };
  const { documents } = await call<Schemas['SearchResponse']>('/v1/search', { method: 'POST', body });
  return documents.find((document) => comparable(document.url) === comparable(url))?.content;
}

async function fromWeb(url: string): Promise<string> {
  const { results } = await call<Schemas['FetchResponse']>('/v1/fetch', { method: 'POST', body: { urls: [url] } });
  const [page] = results;
  if (page?.markdown === undefined)
    throw new Error(`The source cannot be read now: ${page?.error?.message ?? 'it is empty'}.`);
  return page.markdown;
}
