import { EnvHttpProxyAgent, fetch } from 'undici';

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SIZE_BYTES = 12;
const TYPE_AT = 156;
const REGULAR_FILES = new Set(['0', '\0', '']);

const CONNECT_WITHIN_MS = 10_000;
const WITHIN_MS = 240_000;

/**
 * The body of a URL, by Node itself, through the proxies in the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`).
 *
 * @param signal aborts the download
 * @throws Error naming the host and the cause
 */
export async function download(url: string, signal?: AbortSignal): Promise<Buffer> {
  const { host } = new URL(url);
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: CONNECT_WITHIN_MS } });
  try {
    const response = await fetch(url, { dispatcher, signal: endingOf(signal) });
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${host}: ${causeOf(error as Error)}`, { cause: error });
  } finally {
    await dispatcher.destroy().catch(() => undefined);
  }
}

function endingOf(asked: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(WITHIN_MS);
  return asked ? AbortSignal.any([asked, limit]) : limit;
}

/** The reason of a failed fetch is in its cause. */
function causeOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/**
 * One regular file of a tar archive, for systems without `tar`.
 *
 * @returns undefined if the archive has no such file
 * @throws Error for a truncated archive
 */
export function fileOfTar(archive: Buffer, name: string): Buffer | undefined {
  for (let at = 0; at + BLOCK_BYTES <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK_BYTES);
    // Two empty blocks end an archive.
    if (header[0] === 0) return undefined;
    const size = Number.parseInt(textOf(header.subarray(SIZE_AT, SIZE_AT + SIZE_BYTES)), 8) || 0;
    const from = at + BLOCK_BYTES;
    if (from + size > archive.length) throw new Error('the archive is not complete');
    const isRegular = REGULAR_FILES.has(String.fromCharCode(header[TYPE_AT] ?? 0));
    if (isRegular && textOf(header.subarray(0, NAME_BYTES)).replace(/^\.\//, '') === name)
      return archive.subarray(from, from + size);
    at = from + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return undefined;
}

const textOf = (bytes: Buffer) => bytes.toString('latin1').replace(/\0.*$/s, '').trim();
