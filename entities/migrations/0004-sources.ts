import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = `
create table "sources" ("id" varchar(255) not null, "org_id" varchar(255) not null, "url" text not null, "kind" text null, "cadence" text not null, "cadence_seconds" int not null, "scope" varchar(255) null, "max_pages" int not null, "created_at" timestamptz(3) not null, "scheduled_at" timestamptz(3) null, "last_polled_at" timestamptz(3) null, "last_error" text null, "consecutive_failures" int not null default 0, "deleted_at" timestamptz(3) null, primary key ("id"));
alter table "sources" add constraint "sources_kind_check" check ("kind" in ('feed', 'sitemap'));
create unique index sources_one_per_url on sources (org_id, url) where deleted_at is null;
create index sources_unsettled on sources (created_at) where scheduled_at is null or deleted_at is not null;
create table "source_listings" ("source_id" varchar(255) not null, "url" text not null, "etag" text null, "last_modified" text null, "read_at" timestamptz(3) not null, primary key ("source_id", "url"));
create table "source_pages" ("source_id" varchar(255) not null, "url" text not null, "listing_url" text not null, "listed" boolean not null, "listed_at" timestamptz(3) null, "due" text null, "attempts" int not null default 0, "tried_at" timestamptz(3) null, "read_at" timestamptz(3) null, "etag" text null, "last_modified" text null, "held" boolean not null, "missing_since" timestamptz(3) null, "error" text null, "first_seen_at" timestamptz(3) not null, primary key ("source_id", "url"));
create index "source_pages_of_url" on "source_pages" ("url");
create index source_pages_due on source_pages (source_id, due) where due is not null;
alter table "source_pages" add constraint "source_pages_due_check" check ("due" in ('read', 'recheck', 'drop'));
`;

/** Feeds and sitemaps that organizations follow, and the pages that these list. */
export class SourcesMigration extends Migration {
  override up(): void {
    for (const statement of STATEMENTS.trim().split(';\n')) this.addSql(statement);
  }
}
