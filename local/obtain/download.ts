import { EnvHttpProxyAgent, fetch } from 'undici';

const CONNECT_WITHIN_MS = 10_000;
const WITHIN_MS = 240_000;

/**
 * The body of a URL, by Node itself; proxies that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) are used.
 *
 * @throws Error naming the host and the cause
 */
export async function download(url: string): Promise<Buffer> {
  const { host } = new URL(url);
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: CONNECT_WITHIN_MS } });
  try {
    const response = await fetch(url, { dispatcher, signal: AbortSignal.timeout(WITHIN_MS) });
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${host}: ${causeOf(error as Error)}`, { cause: error });
  } finally {
    await dispatcher.destroy().catch(() => undefined);
  }
}

/** A failed fetch says why in its cause. */
function causeOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
