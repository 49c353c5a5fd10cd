import { Migration } from '@mikro-orm/migrations';

/** Who wrote a page, in which language, and the address that it gives itself. */
export class PageOrigin extends Migration {
  override up(): void {
    this.addSql(
      'alter table "pages" add column "author" text null, add column "language" text null, add column "canonical_url" text null',
    );
  }
}
