import { Migration } from '@mikro-orm/migrations';

/** The beginning of a suppressed text, to be compared with the record that it repeats. */
export class SuppressedTexts extends Migration {
  override up(): void {
    this.addSql('alter table "monitor_suppressed" add column "text" text null');
  }
}
