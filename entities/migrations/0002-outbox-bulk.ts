import { Migration } from '@mikro-orm/migrations';

/** Entries of large calls step back behind those of small ones. */
export class OutboxBulk extends Migration {
  override up(): void {
    this.addSql('alter table "index_outbox" add column "bulk" boolean not null default false');
    this.addSql('create index "index_outbox_bulk_seq_index" on "index_outbox" ("bulk", "seq")');
  }
}
