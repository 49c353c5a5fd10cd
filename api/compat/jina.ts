import type { FetchResponseBody } from '../operations/endpoints/fetch.ts';
import { ServiceError } from '../../services/core/errors.ts';
import type { ForeignCall, ForeignService } from './foreign-call.ts';

const PATH = '/compat/jina/';

/** Jina's reader: a page as text by its address behind a prefix, for curl. @see docs/compat.md */
export const JINA: ForeignService = {
  endpoints: [{ method: 'GET', path: `${PATH}{*address}`, handle: read }],
  failures: {
    statusOf: ({ code }) => (code === 'UNAVAILABLE' ? 422 : undefined),
    bodyOf: ({ code, message }) => ({ data: null, name: code, message, readableMessage: `${code}: ${message}` }),
  },
};

async function read({ input, call, signal }: ForeignCall) {
  const url = String(input.url).slice(PATH.length);
  const { results } = (await call('fetch', { body: { urls: [url] } }, signal)) as FetchResponseBody;
  const [page] = results;
  if (!page || page.error)
    throw new ServiceError('UNAVAILABLE', page?.error?.message ?? 'The page could not be read.', {
      isAfterwards: true,
    });
  const { title = '', final_url = url, published_date: date, markdown = '' } = page;
  if (input.accepts === 'json')
    return {
      code: 200,
      status: 20_000,
      data: { title, url: final_url, content: markdown, ...(date !== undefined && { publishedTime: date }) },
    };
  const head = [
    `Title: ${title}`,
    `URL Source: ${final_url}`,
    ...(date === undefined ? [] : [`Published Time: ${date}`]),
  ];
  return { text: [...head, `Markdown Content:\n${markdown}`].join('\n\n') };
}
