import { Migration } from '@mikro-orm/migrations';

/** Collections and metadata of documents and of sources, and the list of documents, newest first. */
export class DocumentCollections extends Migration {
  override up(): void {
    this.addSql(
      'alter table "documents" add column "collection" varchar(64) null, add column "metadata" jsonb null, add column "labels" text[] not null default \'{}\', add column "characters" int not null default 0',
    );
    // The owner of the tables is no role of the service, so the forced policies would hide all rows from it.
    this.addSql('alter table "documents" no force row level security');
    this.addSql('update "documents" set "characters" = length("text")');
    this.addSql('alter table "documents" force row level security');
    this.addSql('alter table "sources" add column "collection" varchar(64) null, add column "metadata" jsonb null');
    this.addSql('create index "documents_newest_first" on "documents" ("org_id", "id")');
  }
}
