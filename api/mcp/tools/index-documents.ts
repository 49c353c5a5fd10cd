import { z } from 'zod';
import type { IndexDocumentsResponse } from '../../operations/responses/documents.ts';
import { tool } from './tool.ts';

const MOST_DOCUMENTS = 20;

export const indexTool = tool({
  name: 'index',
  title: 'Index documents',
  description:
    "Puts documents into the organization's own index, so that `search`, `answer` and `research` find them. A document without `text` is read from its address.",
  operationId: 'indexDocuments',
  isReadOnly: false,
  isOpenWorld: true,
  input: z.strictObject({
    documents: z
      .array(
        z.strictObject({
          url: z.string().describe('Its address, which is also its identity: the same address again replaces it.'),
          title: z.string().optional(),
          text: z.string().optional().describe('Markdown or plain text. Absent: the page at the address is read.'),
          collection: z.string().optional(),
          metadata: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .min(1)
      .max(MOST_DOCUMENTS),
  }),
  output: z.object({
    accepted: z.int(),
    results: z.array(z.object({ url: z.string(), status: z.string(), error: z.string().optional() })),
  }),
  async run({ documents }, { call, signal }) {
    const { accepted, results } = (await call('indexDocuments', { body: { documents } }, signal)) as z.infer<
      typeof IndexDocumentsResponse
    >;
    const lines = results.map(
      ({ url, status, error }) => `- ${url}: ${status}${error === undefined ? '' : ` (${error})`}`,
    );
    return {
      text: [`${accepted} of ${results.length} documents accepted.`, ...lines].join('\n'),
      structured: { accepted, results },
    };
  },
});
