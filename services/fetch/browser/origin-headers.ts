import type { BrowserContext, Page } from 'playwright-core';

/**
 * Adds headers to the page's requests to one origin, until the page leaves it. Playwright's own overrides would follow
 * redirects to other origins; those of the protocol are of one hop.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Fetch/#method-continueRequest
 */
export async function addOriginHeaders(
  context: BrowserContext,
  page: Page,
  { url, headers }: { url: string; headers: Readonly<Record<string, string>> },
): Promise<void> {
  const session = await context.newCDPSession(page);
  const { origin } = new URL(url);
  let mainFrame: string | undefined;
  let hasLeft = false;
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId }) => {
    const isOfOrigin = URL.parse(request.url)?.origin === origin;
    if (resourceType === 'Document') {
      mainFrame ??= frameId;
      if (frameId === mainFrame && !isOfOrigin) hasLeft = true;
    }
    const added = isOfOrigin && !hasLeft && { headers: merged(request.headers, headers) };
    // The page is closed, or the request is gone.
    session.send('Fetch.continueRequest', { requestId, ...added }).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}

function merged(
  sent: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Array<{ name: string; value: string }> {
  const byName = new Map(
    [...Object.entries(sent), ...Object.entries(added)].map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  return [...byName.values()];
}
