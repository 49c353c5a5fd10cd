import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = `
create table "crawls" ("id" varchar(255) not null, "org_id" varchar(255) not null, "caller_id" varchar(255) not null, "status" text not null, "stop_reason" text null, "request" jsonb not null, "refresh_seconds" int null, "round" int not null default 1, "found" int not null default 0, "fetched" int not null default 0, "stored" int not null default 0, "unchanged" int not null default 0, "skipped" int not null default 0, "failed" int not null default 0, "held" int not null default 0, "seq" int not null default 0, "portion" int not null default 1, "portion_held" int null, "portion_stored" int not null default 0, "created_at" timestamptz(3) not null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "next_round_at" timestamptz(3) null, "deleted_at" timestamptz(3) null, "keep_documents" boolean not null default false, primary key ("id"));
alter table "crawls" add constraint "crawls_status_check" check ("status" in ('pending', 'running', 'completed', 'failed', 'cancelled'));
alter table "crawls" add constraint "crawls_stop_reason_check" check ("stop_reason" in ('finished', 'max_pages', 'budget_reached', 'cancelled', 'internal_error'));
create index "crawls_newest_first" on "crawls" ("org_id", "id");
create index crawls_unsettled on crawls (id) where status in ('pending', 'running') or deleted_at is not null;
create table "crawl_addresses" ("crawl_id" varchar(255) not null, "key" text not null, "org_id" varchar(255) not null, "url" text not null, "host" text not null, "shape" int not null, "depth" int not null, "priority" int not null, "status" text not null, "reason" text null, "http_status" int null, "title" text null, "leased_until" timestamptz(3) null, "attempts" int not null default 0, "seq" int null, "fetched_at" timestamptz(3) null, "document_url" text null, "etag" text null, "last_modified" text null, "every_rounds" int not null default 1, "due_round" int not null default 1, primary key ("crawl_id", "key"));
alter table "crawl_addresses" add constraint "crawl_addresses_status_check" check ("status" in ('waiting', 'stored', 'unchanged', 'skipped', 'failed'));
create index crawl_addresses_next on crawl_addresses (crawl_id, host, priority, key) where status = 'waiting';
create index "crawl_addresses_by_event" on "crawl_addresses" ("crawl_id", "seq");
create index crawl_addresses_documents on crawl_addresses (org_id, document_url) where document_url is not null;
create table "crawl_prints" ("crawl_id" varchar(255) not null, "print" int not null, "key" text not null, "org_id" varchar(255) not null, primary key ("crawl_id", "print", "key"));
create index "crawl_prints_of_page" on "crawl_prints" ("crawl_id", "key");
create table "crawl_shapes" ("crawl_id" varchar(255) not null, "shape" int not null, "org_id" varchar(255) not null, "found" int not null, "read" int not null default 0, "worthless" int not null default 0, primary key ("crawl_id", "shape"));
create table "crawl_hosts" ("host" text not null, "free_at" timestamptz(3) not null, "holder" varchar(255) null, "held_until" timestamptz(3) null, "last_crawl" varchar(255) null, "wanted_by" varchar(255) null, "wanted_at" timestamptz(3) null, "failures" int not null default 0, primary key ("host"));
create index "crawl_hosts_free_at" on "crawl_hosts" ("free_at");
`;

const CALLER = `(select nullif(current_setting('quarry.organization', true), ''))`;

/** Crawls, their frontier, and the turns at hosts, which are of no organization. */
export class CrawlsMigration extends Migration {
  override async up(): Promise<void> {
    const [found] = await this.execute(
      `select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('organizations')`,
    );
    const role = (name: string) => `"${`${(found as { owner: string }).owner}_${name}`.replaceAll('"', '""')}"`;
    for (const statement of STATEMENTS.trim().split(';\n')) this.addSql(statement);
    for (const table of ['crawls', 'crawl_addresses', 'crawl_prints', 'crawl_shapes', 'crawl_hosts']) {
      this.addSql(`alter table "${table}" enable row level security, force row level security`);
      if (table !== 'crawl_hosts') {
        this.addSql(
          `create policy "${table}_service" on "${table}" to ${role('service')} using (case when org_id = ${CALLER} then true else false end)`,
        );
        this.addSql(`grant select, insert, update, delete on "${table}" to ${role('service')}`);
      }
      for (const name of ['background', 'operator'])
        this.addSql(`create policy "${table}_${name}" on "${table}" to ${role(name)} using (true)`);
      this.addSql(`grant select, insert, update, delete on "${table}" to ${role('operator')}`);
    }
    for (const table of ['crawls', 'crawl_addresses', 'crawl_prints', 'crawl_shapes'])
      this.addSql(`grant select, delete on "${table}" to ${role('background')}`);
    this.addSql(`grant select, insert, update, delete on "crawl_hosts" to ${role('background')}`);
  }
}
