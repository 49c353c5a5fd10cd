import { Migration } from '@mikro-orm/migrations';

/** The words of each owner's documents, to be found by likeness. */
export class VocabularyMigration extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(
      'create table "vocabulary" ("org_id" varchar(255) not null, "word" varchar(40) not null, constraint "vocabulary_pkey" primary key ("org_id", "word"))',
    );
    this.addSql('create index "vocabulary_by_trigram" on "vocabulary" using gin ("word" gin_trgm_ops)');
  }
}
