import { parentPort } from 'node:worker_threads';
import type { ArchiveEntry } from './archives/entries.ts';
import { mailboxEntries } from './archives/mailbox.ts';
import { tarEntries, zipEntries } from './archives/open-archive.ts';
import type { ArchiveFormat, FileFormat } from './file-kinds.ts';
import { fileKindOf } from './file-kinds.ts';
import { csvText } from './formats/csv.ts';
import { emailText } from './formats/email.ts';
import { FileFault } from './formats/file-fault.ts';
import type { FileText } from './formats/file-text.ts';
import { notebookText } from './formats/notebook.ts';
import { openDocumentText } from './formats/open-document.ts';
import { workbookText } from './formats/sheets.ts';
import { slidesText } from './formats/slides.ts';
import { wordText } from './formats/word.ts';
import { cutToLimit } from '../extract/text-as-markdown.ts';

export type FileTask =
  | { type: 'text'; format: FileFormat; bytes: Uint8Array; text: string; url: string }
  | { type: 'archive'; format: ArchiveFormat; bytes: Uint8Array };

export type FileTaskResult =
  | { status: 'text'; text: FileText }
  | { status: 'entries'; entries: ArchiveEntry[]; nested: string[] }
  | { status: 'failed'; message: string };

parentPort?.on('message', (task: FileTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void resultOf(task).then((result) => parentPort?.postMessage(result));
});

/** An error of a library is a fault of the file. */
async function resultOf(task: FileTask): Promise<FileTaskResult> {
  try {
    if (task.type === 'archive') return await openedArchive(task.format, task.bytes);
    return { status: 'text', text: bounded(await textOf(task)) };
  } catch (error) {
    return { status: 'failed', message: error instanceof FileFault ? error.message : 'it could not be read' };
  }
}

/** A text that is too large stays in this thread: the receiving thread also serves requests. */
function bounded({ markdown, isCut, ...facts }: FileText): FileText {
  const cut = cutToLimit(markdown);
  return { ...facts, markdown: cut, isCut: isCut === true || cut.length < markdown.length };
}

async function textOf({ format, bytes, text, url }: FileTask & { type: 'text' }): Promise<FileText> {
  switch (format) {
    case 'word':
      return wordText(bytes, url);
    case 'workbook':
      return workbookText(bytes);
    case 'slides':
      return slidesText(bytes, url);
    case 'open document':
      return openDocumentText(bytes, url);
    case 'csv':
      return csvText(text);
    case 'email':
      return emailText(bytes, url);
    case 'notebook':
      return notebookText(text);
  }
}

async function openedArchive(format: ArchiveFormat, bytes: Uint8Array): Promise<FileTaskResult> {
  const nested: string[] = [];
  const isWanted = (path: string): boolean => {
    const kind = fileKindOf(path);
    if (kind?.type === 'archive') nested.push(path);
    return kind !== undefined && kind.type !== 'archive';
  };
  const entries = await entriesOf(format, bytes, isWanted);
  return { status: 'entries', entries, nested };
}

async function entriesOf(
  format: ArchiveFormat,
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): Promise<ArchiveEntry[]> {
  switch (format) {
    case 'zip':
      return zipEntries(bytes, isWanted);
    case 'tar':
      return tarEntries(bytes, isWanted);
    case 'mailbox':
      return mailboxEntries(bytes);
  }
}
