import { Migration } from '@mikro-orm/migrations';

const COLUMNS =
  'add column "operation" varchar(255) null, add column "caller_id" varchar(255) null, add column "scope" varchar(255) null';

/** What charges are for. The index by time takes the place of that by organization, so a posting costs no more. */
export class UsageMigration extends Migration {
  override up(): void {
    this.addSql(`alter table "holds" ${COLUMNS}`);
    this.addSql(`alter table "postings" ${COLUMNS}`);
    this.addSql('create index "postings_by_time" on "postings" ("org_id", "created_at")');
    this.addSql('drop index "postings_org_id_index"');
  }
}
