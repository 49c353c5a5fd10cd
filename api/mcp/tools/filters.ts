import { z } from 'zod';

/** Fields that restrict a tool to some of the organization's own documents. */
export const filters = {
  collections: z
    .array(z.string())
    .optional()
    .describe("Only documents of these collections of the organization's own."),
  metadata: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Only documents with this metadata: `{"team": "search", "year": {"from": 2024}}`.'),
};
