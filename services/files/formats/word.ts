import { zipSync, strToU8 } from 'fflate';
import mammoth from 'mammoth';
import { FileFault } from './file-fault.ts';
import { markdownOfHtml, type FileText } from './file-text.ts';
import { officeParts, requiredPart } from './office-parts.ts';

const MAIN = 'word/document.xml';

/** A Word document (docx): headings, lists, tables, links and notes; images and styles are left out. */
export async function wordText(bytes: Uint8Array, url: string): Promise<FileText> {
  const parts = officeParts(bytes, (name) =>
    /^(?:\[Content_Types\]\.xml|(?:_rels|word|docProps)\/.*\.(?:xml|rels))$/.test(name),
  );
  requiredPart(parts, MAIN);
  // Only what was unpacked within the bounds reaches the library, which has none.
  const bounded = zipSync(Object.fromEntries([...parts].map(([name, part]) => [name, strToU8(part)])), { level: 0 });
  const options = { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false };
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bounded) }, options).catch((error: unknown) => {
    throw new FileFault('it is not a valid Word document', { cause: error });
  });
  return { ...markdownOfHtml(value, url), title: coreTitle(parts.get('docProps/core.xml')) };
}

/** The title that the author gave to the file. */
export function coreTitle(core: string | undefined): string | undefined {
  const [, title] = /<dc:title[^>]*>([^<]*)<\/dc:title>/.exec(core ?? '') ?? [];
  return decoded(title ?? '').trim() || undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const decoded = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (all, name: string) => ENTITIES[name] ?? all);
