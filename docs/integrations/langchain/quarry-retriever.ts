import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import type { Quarry } from 'quarry-sdk';

/** One document per result, best first: its passages as the text; url, title and score as metadata. */
export class QuarryRetriever extends BaseRetriever {
  lc_namespace = ['quarry', 'retrievers'];
  readonly #quarry: Quarry;
  readonly #k: number;

  constructor({ quarry, k = 5, ...fields }: BaseRetrieverInput & { quarry: Quarry; k?: number }) {
    super(fields);
    this.#quarry = quarry;
    this.#k = k;
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const { documents } = await this.#quarry.search({ query, maxResults: this.#k, scope: 'web' });
    return documents.map(
      ({ url, title, score, snippets }) =>
        new Document({
          pageContent: snippets.map(({ text }) => text).join('\n\n'),
          metadata: { source: url, title, score },
        }),
    );
  }
}
