import { Migration } from '@mikro-orm/migrations';

/** Vectors of passages, where the operator has chosen a model for them. */
export class EmbeddingsMigration extends Migration {
  override up(): void {
    this.addSql(
      'create table "passage_embeddings" ("document_id" varchar(255) not null, "content_hash" varchar(64) not null, "ordinal" int not null, "space" varchar(255) not null, "vector" bytea not null, constraint "passage_embeddings_pkey" primary key ("document_id", "content_hash", "ordinal", "space"))',
    );
    // Random bytes do not get smaller: trying costs time at every read.
    this.addSql('alter table "passage_embeddings" alter column "vector" set storage external');
  }
}
