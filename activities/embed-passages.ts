import { cancellationSignal } from '@temporalio/activity';
import type { EmbeddedBatch, EmbedPassages } from '../services/embeddings/embed-passages.ts';
import { withHeartbeat } from './heartbeat.ts';

export type EmbedPassagesActivities = ReturnType<typeof embedPassagesActivities>;

/** The hands of embedding. Each is safe to retry: what has vectors is not embedded again. */
export function embedPassagesActivities(embedding: EmbedPassages) {
  return {
    /** The space of the server's vectors: its model's name and their dimension. */
    vectorSpace: (): Promise<string> => withHeartbeat(() => embedding.space(cancellationSignal())),

    embedNext: (batch: { space: string; afterId: string }): Promise<EmbeddedBatch> =>
      withHeartbeat(() => embedding.next(batch, cancellationSignal())),

    finishEmbedding: ({ space }: { space: string }): Promise<void> => embedding.finish(space),
  };
}
