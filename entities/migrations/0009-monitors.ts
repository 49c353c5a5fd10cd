import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = `
create table "monitors" ("id" varchar(255) not null, "org_id" varchar(255) not null, "name" text not null, "cadence" text not null, "cadence_seconds" int not null, "status" text not null, "anchor_at" timestamptz(3) not null, "wanted_at" timestamptz(3) null, "revision" int not null default 1, "scheduled_revision" int null, "scheduled_period_ms" bigint null, "consecutive_failures" int not null default 0, "webhook_url" text null, "webhook_events" text[] null, "webhook_status" text null, "webhook_status_reason" text null, "webhook_secret" bytea not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, primary key ("id"));
create index "monitors_newest_first" on "monitors" ("org_id", "id");
create unique index monitors_one_per_name on monitors (org_id, name) where status <> 'deleted' and name <> '';
create table "monitor_found" ("run" varchar(255) not null, "url_hash" bytea not null, "ordinal" int not null, "place" int not null, "document" jsonb not null, "text" text not null, "content_characters" int null, "matched" int[] not null, "found_at" timestamptz(3) not null, "body_hash" bytea null, "bands" int[] null, "phrases" int[] null, primary key ("run", "url_hash"));
create table "monitor_memory" ("monitor_id" varchar(255) not null, "url_hash" bytea not null, "record_id" bigint not null, "delivered_at" timestamptz(3) not null, "body_hash" bytea null, "bands" int[] null, "phrases" int[] null, primary key ("monitor_id", "url_hash"));
create index monitor_memory_bodies on monitor_memory (monitor_id, body_hash) where body_hash is not null;
create index monitor_memory_fading on monitor_memory (delivered_at) where body_hash is not null;
create table "monitor_records" ("record_id" bigserial primary key, "monitor_id" varchar(255) not null, "run" varchar(255) not null, "run_id" bigint not null, "novelty" text not null, "first_seen_at" timestamptz(3) not null, "document" jsonb not null, "text" text not null, "content_characters" int null, "matched_requests" jsonb not null, "created_at" timestamptz(3) not null);
create index "monitor_records_in_order" on "monitor_records" ("monitor_id", "record_id");
create index "monitor_records_of_run" on "monitor_records" ("run", "record_id");
create index "monitor_records_oldest_first" on "monitor_records" ("created_at");
create table "monitor_requests" ("id" varchar(255) not null, "monitor_id" varchar(255) not null, "ordinal" int not null, "identity" varchar(64) not null, "request" jsonb not null, "consecutive_failures" int not null default 0, "last_success_at" timestamptz(3) null, "removed_at" timestamptz(3) null, primary key ("id"));
create unique index monitor_requests_one_per_body on monitor_requests (monitor_id, identity) where removed_at is null;
create index monitor_requests_removed on monitor_requests (removed_at) where removed_at is not null;
create table "monitor_runs" ("id" varchar(255) not null, "monitor_id" varchar(255) not null, "org_id" varchar(255) not null, "workflow_id" varchar(255) not null, "run_id" bigint null, "status" text not null, "status_reason" text not null default '', "period_at" timestamptz(3) not null, "started_at" timestamptz(3) not null, "completed_at" timestamptz(3) null, "first_record_id" bigint not null default '0', "last_record_id" bigint not null default '0', "record_count" int not null default 0, "requests_total" int not null, "requests_ok" int not null default 0, "requests_failed" int not null default 0, "turn_until" timestamptz(3) null, primary key ("id"));
create index "monitor_runs_in_order" on "monitor_runs" ("monitor_id", "run_id");
create unique index monitor_runs_one_at_once on monitor_runs (monitor_id) where completed_at is null;
create index monitor_runs_going_on on monitor_runs (org_id) where completed_at is null;
create index "monitor_runs_ended" on "monitor_runs" ("completed_at");
create table "monitor_run_requests" ("run" varchar(255) not null, "request_id" varchar(255) not null, "ordinal" int not null, "status" text null, "reason" text not null default '', "attempts" int not null default 0, "tried_at" timestamptz(3) null, "results_returned" int not null default 0, "new_records" int not null default 0, "completed_at" timestamptz(3) null, primary key ("run", "request_id"));
create index "monitor_run_requests_completed_at_index" on "monitor_run_requests" ("completed_at");
create table "monitor_suppressed" ("run" varchar(255) not null, "ordinal" int not null, "url" text not null, "title" text not null, "reason" text not null, "duplicate_of" bigint not null, "novel_share" double precision not null, "created_at" timestamptz(3) not null, primary key ("run", "ordinal"));
create index "monitor_suppressed_oldest_first" on "monitor_suppressed" ("created_at");
create table "webhook_outbox" ("id" varchar(255) not null, "monitor_id" varchar(255) not null, "run_id" bigint not null, "event" varchar(255) not null, "body" jsonb not null, "created_at" timestamptz(3) not null, primary key ("id"));
create index "webhook_outbox_monitor_id_index" on "webhook_outbox" ("monitor_id");
alter table "monitors" add constraint "monitors_name_bytes" check (octet_length(name) <= 512);
alter table "monitors" add constraint "monitors_status_check" check ("status" in ('active', 'paused', 'disabled', 'deleted'));
alter table "monitors" add constraint "monitors_webhook_status_check" check ("webhook_status" in ('active', 'disabled'));
alter table "monitor_records" add constraint "monitor_records_novelty_check" check ("novelty" in ('new', 'update'));
alter table "monitor_runs" add constraint "monitor_runs_status_check" check ("status" in ('running', 'completed', 'partial', 'failed', 'skipped'));
alter table "monitor_run_requests" add constraint "monitor_run_requests_status_check" check ("status" in ('ok', 'failed'));
alter table "monitor_suppressed" add constraint "monitor_suppressed_reason_check" check ("reason" in ('same_text', 'near_duplicate'));
create sequence monitor_run_ids;
`;

/** Saved searches on a cadence: their runs, what they delivered and remember, and what webhooks have to tell of it. */
export class MonitorsMigration extends Migration {
  override up(): void {
    for (const statement of STATEMENTS.trim().split(';\n')) this.addSql(statement);
  }
}
