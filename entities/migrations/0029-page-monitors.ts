import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = `
alter table "monitor_requests" add column "kind" text not null default 'search';
alter table "monitor_requests" add constraint "monitor_requests_kind_check" check ("kind" in ('search', 'page'));
alter table "monitor_run_requests" add column "error_code" text null;
alter table "monitor_run_requests" add constraint "monitor_run_requests_error_code_check" check ("error_code" in ('invalid_url', 'unsupported_scheme', 'url_not_accessible', 'timeout', 'unsupported_content_type', 'extraction_failed', 'upstream_error'));
alter table "monitor_records" add column "change" jsonb null;
create table "monitor_snapshots" ("run" varchar(255) not null, "request_id" varchar(255) not null, "monitor_id" varchar(255) not null, "read_at" timestamptz(3) not null, "is_settled" boolean not null default false, "url" text not null, "title" text not null, "etag" text null, "last_modified" text null, "places" jsonb not null, "change" jsonb null, primary key ("run", "request_id"));
create index "monitor_snapshots_newest" on "monitor_snapshots" ("request_id", "read_at");
create index "monitor_snapshots_of_monitor" on "monitor_snapshots" ("monitor_id");
alter table "monitor_snapshots" enable row level security, force row level security;
`;

/** Pages that monitors watch: their requests, what they held, and what has changed. */
export class PageMonitors extends Migration {
  override async up(): Promise<void> {
    const [found] = await this.execute(
      `select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('organizations')`,
    );
    const role = (name: string) => `"${`${(found as { owner: string }).owner}_${name}`.replaceAll('"', '""')}"`;
    for (const statement of STATEMENTS.trim().split(';\n')) this.addSql(statement);
    this.addSql(
      `create policy "monitor_snapshots_service" on "monitor_snapshots" to ${role('service')} using (exists (select from monitors parent where parent.id = monitor_id))`,
    );
    for (const name of ['background', 'operator'])
      this.addSql(`create policy "monitor_snapshots_${name}" on "monitor_snapshots" to ${role(name)} using (true)`);
    for (const name of ['service', 'operator'])
      this.addSql(`grant select, insert, update, delete on "monitor_snapshots" to ${role(name)}`);
    this.addSql(`grant select, delete on "monitor_snapshots" to ${role('background')}`);
  }
}
