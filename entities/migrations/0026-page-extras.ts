import { Migration } from '@mikro-orm/migrations';

/** What a fetch wanted of a page beside its content: HTML, links, metadata. */
export class PageExtrasMigration extends Migration {
  override up(): void {
    this.addSql('alter table "pages" add column "extras" jsonb null');
  }
}
