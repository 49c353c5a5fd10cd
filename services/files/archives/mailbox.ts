import { FileFault } from '../formats/file-fault.ts';
import { ARCHIVE_LIMITS, type ArchiveEntry } from './entries.ts';

const FROM = Buffer.from('From ');
const NEXT_FROM = Buffer.from('\nFrom ');
const DIGITS = 4;

/** The messages of a mailbox (mbox), each named by its number. @see RFC 4155 @throws FileFault */
export function mailboxEntries(bytes: Uint8Array): ArchiveEntry[] {
  const mailbox = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mailbox.indexOf(FROM) !== 0) throw new FileFault('it is not a mailbox: it does not begin with a From line');
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at < mailbox.length;) {
    if (entries.length === ARCHIVE_LIMITS.entries)
      throw new FileFault(`it holds more than ${ARCHIVE_LIMITS.entries} messages`);
    const next = mailbox.indexOf(NEXT_FROM, at);
    const end = next === -1 ? mailbox.length : next + 1;
    const start = mailbox.indexOf('\n', at) + 1;
    const number = String(entries.length + 1).padStart(DIGITS, '0');
    if (start > 0 && start < end)
      entries.push({ path: `${number}.eml`, bytes: unquoted(mailbox.subarray(start, end)) });
    at = end;
  }
  return entries;
}

/** A copy, because a view of the mailbox would travel with all of it. A line of a message that begins with `From ` is stored with a sign before it. */
const unquoted = (message: Buffer): Uint8Array =>
  message.includes('\n>From ')
    ? Buffer.from(message.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
    : new Uint8Array(message);
