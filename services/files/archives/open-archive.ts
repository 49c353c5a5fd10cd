import { unzipSync } from 'fflate';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { FileFault } from '../formats/file-fault.ts';
import { unpackedBytes } from '../formats/unpacked-bytes.ts';
import { ARCHIVE_LIMITS, mostUnpackedBytes, safePath, type ArchiveEntry } from './entries.ts';

/** The files of a ZIP archive that are wanted. @throws FileFault */
export function zipEntries(bytes: Uint8Array, isWanted: (path: string) => boolean): ArchiveEntry[] {
  const budget = createBudget(bytes.length);
  try {
    const unpacked = unzipSync(bytes, {
      filter: (entry) => {
        const path = safePath(entry.name);
        if (path === undefined || !isWanted(path)) return false;
        budget.spend(unpackedBytes(entry));
        return true;
      },
    });
    return Object.entries(unpacked).map(([name, entry]) => ({ path: safePath(name) ?? name, bytes: entry }));
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('it is not a valid ZIP archive', { cause: error });
  }
}

/** The files of a tape archive that are wanted; links and devices are passed over. @throws FileFault */
export async function tarEntries(bytes: Uint8Array, isWanted: (path: string) => boolean): Promise<ArchiveEntry[]> {
  const budget = createBudget(bytes.length);
  const unpacked = isGzip(bytes) ? gunzip(bytes) : bytes;
  const entries: ArchiveEntry[] = [];
  const archive = Readable.from([Buffer.from(unpacked)]).pipe(extract());
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header;
      const path = type === 'file' || type === 'contiguous-file' ? safePath(name) : undefined;
      if (path === undefined || !isWanted(path)) {
        entry.resume();
        continue;
      }
      budget.spend(size);
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      entries.push({ path, bytes: Buffer.concat(chunks) });
    }
    return entries;
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('it is not a valid tape archive', { cause: error });
  }
}

/** @throws FileFault */
function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpackedBytes(bytes.length) });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new FileFault(isTooLarge ? 'it unpacks into too much' : 'it is not valid gzip', { cause: error });
  }
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

function createBudget(packedBytes: number): { spend(bytes: number): void } {
  let [count, total] = [0, 0];
  return {
    spend(bytes) {
      count += 1;
      total += bytes;
      if (count > ARCHIVE_LIMITS.entries) throw new FileFault(`it holds more than ${ARCHIVE_LIMITS.entries} files`);
      if (total > mostUnpackedBytes(packedBytes)) throw new FileFault('it unpacks into too much');
    },
  };
}
