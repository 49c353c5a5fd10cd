import { Migration } from '@mikro-orm/migrations';

/** The date that a feed gives an entry is that of its document, where the page tells none. */
export class ListedPublication extends Migration {
  override up(): void {
    this.addSql('alter table "source_pages" add column "published_date" text null');
  }
}
