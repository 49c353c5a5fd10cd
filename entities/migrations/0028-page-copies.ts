import { Migration } from '@mikro-orm/migrations';

/** A page that a later call may take as a copy, and its screenshot. */
export class PageCopies extends Migration {
  override up(): void {
    this.addSql(
      'alter table "pages" add column "screenshot" bytea null, add column "is_screenshot_cut" boolean not null default false, add column "reading" varchar(64) null',
    );
    this.addSql(
      'create index pages_copies on pages (org_id, md5(requested_url), reading, fetched_at) where reading is not null',
    );
  }
}
