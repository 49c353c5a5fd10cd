import { Migration } from '@mikro-orm/migrations';

/** How many passages of each owner hold each term: scores count no passage that the caller may not find. */
export class TermStatistics extends Migration {
  override up(): void {
    // Counts change often and keys do not: with room in each page PostgreSQL leaves the index of the keys alone.
    this.addSql(
      'create table "term_counts" ("org_id" varchar(255) not null, "term" varchar(64) not null, "passages" int not null, constraint "term_counts_pkey" primary key ("org_id", "term")) with (fillfactor = 70)',
    );
    this.addSql(
      'create table "term_totals" ("org_id" varchar(255) not null, "passages" bigint not null, "terms" bigint not null, constraint "term_totals_pkey" primary key ("org_id"))',
    );
    this.addSql(
      'create table "term_counting" ("id" int not null, "agrees" boolean not null, constraint "term_counting_pkey" primary key ("id"))',
    );
  }
}
