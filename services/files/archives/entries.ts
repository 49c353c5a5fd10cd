/** A file of an archive, or a message of a mailbox. */
export interface ArchiveEntry {
  /** Below the archive, with slashes, without `.` and `..`. */
  path: string;
  bytes: Uint8Array;
}

export const ARCHIVE_LIMITS = {
  entries: 500,
  /** In bytes of all entries, unpacked. */
  unpackedBytes: 128 * 1024 * 1024,
  ratio: 200,
  /** The ratio counts past so many bytes. */
  freeBytes: 1024 * 1024,
};

/** How many bytes an archive of this size may unpack into. */
export const mostUnpackedBytes = (packedBytes: number) =>
  Math.min(ARCHIVE_LIMITS.unpackedBytes, Math.max(ARCHIVE_LIMITS.freeBytes, packedBytes * ARCHIVE_LIMITS.ratio));

/** The path of an entry below its archive; undefined for a folder, a hidden file and a path that leads out of it. */
export function safePath(name: string): string | undefined {
  const names = name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const isOutside = names.includes('..') || /^(?:\/|[A-Za-z]:)/.test(name) || name.includes('\0');
  const isHidden = names.some((part) => part.startsWith('.') || part === '__MACOSX');
  return isOutside || isHidden || names.length === 0 || /[/\\]$/.test(name) ? undefined : names.join('/');
}
