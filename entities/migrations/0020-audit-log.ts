import { Migration } from '@mikro-orm/migrations';

/** Who changed what of an organization, and from where. */
export class AuditLogMigration extends Migration {
  override up(): void {
    this.addSql(
      'create table "audit_entries" ("id" bigserial primary key, "org_id" varchar(255) not null, "action" varchar(255) not null, "subject_id" varchar(255) not null, "detail" text null, "actor_id" varchar(255) null, "address" varchar(255) null, "created_at" timestamptz(3) not null)',
    );
    this.addSql('create index "audit_entries_newest_first" on "audit_entries" ("org_id", "id")');
  }
}
