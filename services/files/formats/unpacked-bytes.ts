import type { UnzipFileInfo } from 'fflate';

const STORED = 0;

/** The bytes that an entry of a ZIP file takes unpacked: as many as it declares, or as many as it has if it is stored. */
export function unpackedBytes({ compression, size, originalSize }: UnzipFileInfo): number {
  return compression === STORED ? Math.max(size, originalSize) : originalSize;
}
