import PostalMime from 'postal-mime';
import { FileFault } from './file-fault.ts';
import { markdownOfHtml, type FileText } from './file-text.ts';

const MOST_NESTED_PARTS = 64;
const MAX_HEADER_BYTES = 256 * 1024;
const MOST_PEOPLE = 20;
const MOST_ATTACHMENTS = 100;

/** A message: who wrote it to whom, its text, and the names of its attachments, which are not read. */
export async function emailText(bytes: Uint8Array, url: string): Promise<FileText> {
  const email = await PostalMime.parse(bytes, {
    maxNestingDepth: MOST_NESTED_PARTS,
    maxHeadersSize: MAX_HEADER_BYTES,
  }).catch((error: unknown) => {
    throw new FileFault('it is not a valid e-mail message', { cause: error });
  });
  if (!email.from && !email.subject && !email.date)
    throw new FileFault('it is not an e-mail message: it has no headers');
  const isHtml = email.html !== undefined && (email.text ?? '').trim() === '';
  const { markdown, isCut } = isHtml ? markdownOfHtml(email.html ?? '', url) : { markdown: (email.text ?? '').trim() };
  const attachments = email.attachments
    .flatMap(({ filename }) => (filename ? [filename] : []))
    .slice(0, MOST_ATTACHMENTS);
  const facts = [
    ['From', people(email.from ? [email.from] : [])],
    ['To', people(email.to ?? [])],
    ['Cc', people(email.cc ?? [])],
    ['Date', dayOf(email.date)],
    ['Attachments', attachments.join(', ')],
  ].filter(([, value]) => value);
  const head = facts.map(([name, value]) => `- ${name}: ${value}`).join('\n');
  const subject = email.subject?.replace(/\s+/g, ' ').trim();
  return {
    markdown: [subject ? `# ${subject}` : '', head, markdown].filter(Boolean).join('\n\n'),
    title: subject,
    publishedDate: dayOf(email.date),
    isCut,
  };
}

interface Person {
  name: string;
  address?: string | undefined;
}

function people(given: readonly Person[]): string {
  const written = given
    .slice(0, MOST_PEOPLE)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address));
  return written.join(', ') + (given.length > MOST_PEOPLE ? ', …' : '');
}

/** `YYYY-MM-DD`; undefined for a date that cannot be read. */
function dayOf(date: string | undefined): string | undefined {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10);
}
