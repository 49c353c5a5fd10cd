const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SIZE_BYTES = 12;
const TYPE_AT = 156;
const REGULAR_FILES = new Set(['0', '\0', '']);

/**
 * One regular file of a tar archive. For systems that lack the program.
 *
 * @returns undefined where the archive has no such file
 * @throws  Error for an archive that ends too early
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
