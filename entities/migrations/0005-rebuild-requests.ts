import { Migration } from '@mikro-orm/migrations';

/** An entry of the outbox may ask for the whole index anew. */
export class RebuildRequests extends Migration {
  override up(): void {
    this.addSql('alter table "index_outbox" drop constraint "index_outbox_operation_check"');
    this.addSql(
      `alter table "index_outbox" add constraint "index_outbox_operation_check" check ("operation" in ('upsert', 'delete', 'rebuild'))`,
    );
  }
}
