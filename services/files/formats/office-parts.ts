import { strFromU8, unzipSync, type UnzipFileInfo } from 'fflate';
import { FileFault } from './file-fault.ts';
import { unpackedBytes } from './unpacked-bytes.ts';

/** In bytes, of all parts that are read of one file. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const MAX_RATIO = 200;
const FREE_BYTES = 1024 * 1024;
const MOST_PARTS = 5_000;

/**
 * The parts of an office file whose names are wanted, as text. A part is inflated into as many bytes as the file
 * declares, so a wrong declaration cuts it. A document type, in which XML declares entities, is refused.
 *
 * @throws FileFault
 */
export function officeParts(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, string> {
  let [count, total] = [0, 0];
  const unpacked = unzipped(bytes, (part) => {
    count += 1;
    if (count > MOST_PARTS) throw new FileFault(`it has more than ${MOST_PARTS} parts`);
    if (!isWanted(part.name)) return false;
    total += unpackedBytes(part);
    if (total > Math.min(MAX_UNPACKED_BYTES, Math.max(FREE_BYTES, bytes.length * MAX_RATIO)))
      throw new FileFault('it unpacks into too much');
    return true;
  });
  return new Map(Object.entries(unpacked).map(([name, part]) => [name, checkedXml(strFromU8(part))]));
}

type Filter = (part: UnzipFileInfo) => boolean;

function unzipped(bytes: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new FileFault('it is not a valid ZIP file', { cause: error });
  }
}

function checkedXml(xml: string): string {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new FileFault('its XML declares a document type');
  return xml;
}

/** A part that the format requires. @throws FileFault */
export function requiredPart(parts: ReadonlyMap<string, string>, name: string): string {
  const part = parts.get(name);
  if (part === undefined) throw new FileFault(`it has no ${name}: it is broken, encrypted or of another type`);
  return part;
}
