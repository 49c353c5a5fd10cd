import { Migration } from '@mikro-orm/migrations';

/** Crawls tell that the organization's limit of documents keeps them from storing further pages. */
export class LimitedCrawls extends Migration {
  override up(): void {
    this.addSql('alter table "crawls" add column "is_limited" boolean not null default false');
  }
}
