import { linesOf } from '../text/lines.ts';

/** A monitor as it is typed in. */
export interface MonitorForm {
  name: string;
  /** One search a line. */
  queries: string;
  /** One page a line: its address, and a CSS selector behind a space. */
  pages: string;
  cadence: string;
  scope: string;
  webhook: string;
}

/** The body of `POST /v1/monitors`; fields that were left empty are not in it. */
export function monitorRequest({ name, queries, pages, cadence, scope, webhook }: MonitorForm) {
  const page_requests = linesOf(pages).map((line) => {
    const [url = '', ...selector] = line.split(/\s+/);
    return { url, ...(selector.length > 0 && { selector: selector.join(' ') }) };
  });
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    cadence: cadence.trim(),
    search_requests: linesOf(queries).map((query) => ({ query, ...(scope !== '' && { scope }) })),
    ...(page_requests.length > 0 && { page_requests }),
    ...(webhook.trim() !== '' && { webhook: { url: webhook.trim() } }),
  };
}

/** How many searches and pages a request has. */
export const requestsOf = (body: { search_requests: readonly unknown[]; page_requests?: readonly unknown[] }) =>
  body.search_requests.length + (body.page_requests?.length ?? 0);
