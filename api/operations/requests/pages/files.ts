import { z } from 'zod';
import { LONGEST_METADATA_CHARACTERS, MOST_METADATA } from '../../../../services/documents/check-metadata.ts';
import { MAX_SOURCE_BYTES, MAX_URL_BYTES } from '../../../../services/documents/document-input.ts';
import type { FileContent, IndexFilesCall } from '../../../../services/files/index-files.ts';
import { COLLECTION_PATTERN } from '../../../../services/query/labels.ts';
import { SCOPE_PATTERN } from '../../../../services/query/scopes.ts';

export const MAX_FILES = 100;
const MAX_NAME_BYTES = 1_024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** In JSON the bytes in base64; a form has them beside, behind a function that no JSON can contain. */
const Content = z
  .unknown()
  .transform((given, context): FileContent => {
    if (isContent(given)) return given;
    if (typeof given === 'string' && BASE64.test(given)) return contentOf(Buffer.from(given, 'base64'));
    context.addIssue({ code: 'custom', message: 'must be base64' });
    return z.NEVER;
  })
  .meta({ type: 'string', contentEncoding: 'base64' })
  .describe('Bytes of the file, in base64.');

const isContent = (given: unknown): given is FileContent =>
  typeof given === 'object' && given !== null && 'read' in given && typeof given.read === 'function';

const contentOf = (bytes: Uint8Array): FileContent => ({ byteCount: bytes.length, read: async () => bytes });

const File = z.strictObject({
  name: z
    .string()
    .refine((name) => name.trim() !== '', 'is blank')
    .refine((name) => Buffer.byteLength(name) <= MAX_NAME_BYTES, `is longer than ${MAX_NAME_BYTES} bytes`)
    .meta({ minLength: 1, maxLength: MAX_NAME_BYTES })
    .describe('Name of the file with its ending, or its path below a folder.'),
  content: Content,
});

const address = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url);

/** An object; a form has it as JSON in a string. */
const Metadata = z
  .union([z.string(), z.record(z.string(), z.unknown())], 'must be an object')
  .nullish()
  .transform((given, context): Record<string, unknown> | undefined => {
    const value = typeof given === 'string' ? jsonOf(given) : (given ?? undefined);
    if (value === undefined && typeof given !== 'string') return undefined;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    context.addIssue({ code: 'custom', message: 'is not an object in JSON' });
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Body of POST /v1/documents/files, as JSON or as a form. @see docs/rules.md#documents */
export const IndexFilesRequest = z
  .strictObject({
    files: z
      .array(File)
      .min(1, 'is empty')
      .max(MAX_FILES, `holds more than ${MAX_FILES} files`)
      .describe(`1 to ${MAX_FILES} files. A fault of one of them does not affect the others.`),
    url: z
      .string()
      .refine(address, 'is not an absolute http or https URL')
      .meta({ maxLength: MAX_URL_BYTES, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' })
      .nullish()
      .describe('Address of the one file. The files of an archive have addresses below it.'),
    base_url: z
      .string()
      .refine(address, 'is not an absolute http or https URL')
      .refine((url) => url.endsWith('/'), 'must end with a slash')
      .meta({ maxLength: MAX_URL_BYTES, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://.*/$' })
      .nullish()
      .describe('Base of the addresses of all files, to which their names are added. Default: a reserved host.'),
    source: z
      .string()
      .meta({ maxLength: MAX_SOURCE_BYTES })
      .nullish()
      .describe("Name of the site. Default: the URL's host."),
    scope: z
      .string()
      .meta({ pattern: SCOPE_PATTERN })
      .nullish()
      .describe('Scope in which searches find the documents. Default: every scope.'),
    collection: z
      .string()
      .meta({ pattern: COLLECTION_PATTERN })
      .nullish()
      .describe('Collection of the documents. Default: none.'),
    metadata: Metadata.describe(
      `Values by name, at most ${MOST_METADATA}: strings of at most ${LONGEST_METADATA_CHARACTERS} characters, numbers, booleans. In a form, an object in JSON.`,
    ),
  })
  .superRefine(({ files, url, base_url: baseUrl }, context) => {
    const only = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (url && baseUrl) only('url', 'cannot be used with base_url');
    else if (url && files.length > 1) only('url', 'is of one file: name the base of several by base_url');
  })
  .meta({ id: 'IndexFilesRequest' });

export function toIndexFiles(body: z.output<typeof IndexFilesRequest>): Omit<IndexFilesCall, 'orgId' | 'signal'> {
  const { files, url, base_url: baseUrl, source, scope, collection, metadata } = body;
  const labels = {
    source: source ?? undefined,
    scope: scope ?? undefined,
    collection: collection ?? undefined,
    metadata,
  };
  return { files, url: url ?? undefined, baseUrl: baseUrl ?? undefined, labels };
}
