import { Migration } from '@mikro-orm/migrations';

/** An entry of the outbox tells that its document is new, so that the index holds no former version of it. */
export class InsertedDocuments extends Migration {
  override up(): void {
    this.addSql('alter table "index_outbox" drop constraint "index_outbox_operation_check"');
    this.addSql(
      `alter table "index_outbox" add constraint "index_outbox_operation_check" check ("operation" in ('insert', 'upsert', 'delete', 'rebuild'))`,
    );
  }
}
