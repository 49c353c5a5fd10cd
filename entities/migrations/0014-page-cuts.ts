import { Migration } from '@mikro-orm/migrations';

/** Whether a stored page lacks its end, because the page or its Markdown is too large. */
export class PageCuts extends Migration {
  override up(): void {
    this.addSql('alter table "pages" add column "is_cut" boolean not null default false');
  }
}
