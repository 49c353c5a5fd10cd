import { Migration } from '@mikro-orm/migrations';

/** Collections and metadata of documents and of sources, and the list of documents, newest first. */
export class DocumentCollections extends Migration {
  override up(): void {
    this.addSql(
      'alter table "documents" add column "collection" varchar(64) null, add column "metadata" jsonb null, add column "labels" text[] not null default \'{}\'',
    );
    this.addSql('alter table "sources" add column "collection" varchar(64) null, add column "metadata" jsonb null');
    this.addSql('create index "documents_newest_first" on "documents" ("org_id", "id")');
  }
}
