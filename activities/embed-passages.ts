import { cancellationSignal } from '@temporalio/activity';
import type { EmbeddedBatch, EmbedPassages } from '../services/embeddings/embed-passages.ts';
import { withHeartbeat } from './heartbeat.ts';

export type EmbedPassagesActivities = ReturnType<typeof embedPassagesActivities>;

/** The activities of embedding. Each is safe to retry: a passage with a vector is not embedded again. */
export function embedPassagesActivities(embedding: EmbedPassages) {
  return {
    /** The vector space of the server: its model's name and the vectors' dimension. */
    vectorSpace: (): Promise<string> => withHeartbeat(() => embedding.space(cancellationSignal())),

    embedNext: (batch: { space: string; afterId: string }): Promise<EmbeddedBatch> =>
      withHeartbeat(() => embedding.next(batch, cancellationSignal())),

    finishEmbedding: ({ space }: { space: string }): Promise<void> => embedding.finish(space),
  };
}
