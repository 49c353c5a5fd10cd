import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = `
create table "agent_runs" ("id" varchar(255) not null, "org_id" varchar(255) not null, "status" text not null, "stop_reason" text null, "query" text not null, "output_schema" jsonb null, "effort" text not null, "attempt" int not null default 1, "text" text null, "structured" jsonb null, "grounding" jsonb null, "sources" jsonb null, "error_code" varchar(255) null, "error_message" text null, "created_at" timestamptz(3) not null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, primary key ("id"));
create index "agent_runs_newest_first" on "agent_runs" ("org_id", "id");
create index agent_runs_unfinished on agent_runs (status, created_at) where status in ('pending', 'running');
alter table "agent_runs" add constraint "agent_runs_status_check" check ("status" in ('pending', 'running', 'completed', 'failed', 'cancelled'));
alter table "agent_runs" add constraint "agent_runs_stop_reason_check" check ("stop_reason" in ('finished', 'budget_reached', 'timeout', 'cancelled', 'invalid_output', 'internal_error'));
alter table "agent_runs" add constraint "agent_runs_effort_check" check ("effort" in ('low', 'medium', 'high', 'max'));
create table "agent_steps" ("run_id" varchar(255) not null, "step" varchar(255) not null, "kind" text not null, "result" jsonb not null, "credits" int not null, "created_at" timestamptz(3) not null, primary key ("run_id", "step"));
alter table "agent_steps" add constraint "agent_steps_kind_check" check ("kind" in ('plan', 'search', 'read', 'write', 'verify'));
create table "api_keys" ("id" varchar(255) not null, "org_id" varchar(255) not null, "sha256" varchar(64) not null, "last_four" varchar(4) not null, "scopes" text[] null, "created_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, primary key ("id"));
create index "api_keys_org_id_index" on "api_keys" ("org_id");
alter table "api_keys" add constraint "api_keys_sha256_unique" unique ("sha256");
create table "documents" ("id" varchar(255) not null, "org_id" varchar(255) not null, "url" text not null, "canonical_url" text not null, "title" text null, "text" text not null, "published_at" timestamptz(3) null, "published_precision" text null, "source" text not null, "scope" varchar(255) null, "content_hash" varchar(64) not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));
alter table "documents" add constraint "documents_one_per_url" unique ("org_id", "url");
alter table "documents" add constraint "documents_published_precision_check" check ("published_precision" in ('day', 'time'));
create table "holds" ("business_key" varchar(255) not null, "org_id" varchar(255) not null, "amount" bigint not null, "state" text not null, "expires_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "closed_at" timestamptz(3) null, primary key ("business_key"));
create index "holds_org_id_index" on "holds" ("org_id");
create index holds_open_expiry on holds (expires_at) where state = 'open';
alter table "holds" add constraint "holds_state_check" check ("state" in ('open', 'settled', 'released', 'expired'));
create table "idempotency_records" ("org_id" varchar(255) not null, "key" varchar(255) not null, "request_sha256" varchar(64) not null, "operation_id" varchar(255) not null, "lease_until" timestamptz(3) null, "lease_holder" varchar(255) null, "http_status" int null, "response" bytea null, "created_at" timestamptz(3) not null, primary key ("org_id", "key"));
create index "idempotency_records_created_at_index" on "idempotency_records" ("created_at");
create table "index_outbox" ("seq" bigserial primary key, "document_id" varchar(255) not null, "org_id" varchar(255) not null, "operation" text not null);
alter table "index_outbox" add constraint "index_outbox_operation_check" check ("operation" in ('upsert', 'delete'));
create table "organizations" ("id" varchar(255) not null, "name" text not null, "balance" bigint not null default '0', "held" bigint not null default '0', "suspended_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"));
alter table "organizations" add constraint "organizations_held_not_negative" check (held >= 0);
alter table "organizations" add constraint "organizations_balance_covers_held" check (balance >= held);
create table "pages" ("reader_id" varchar(255) not null, "ordinal" int not null, "org_id" varchar(255) not null, "requested_url" text not null, "final_url" text null, "http_status" int null, "content_type" text null, "title" text null, "published_date" text null, "markdown" text null, "error_code" text null, "error_message" text null, "fetched_at" timestamptz(3) not null, primary key ("reader_id", "ordinal"));
create index "pages_fetched_at_index" on "pages" ("fetched_at");
alter table "pages" add constraint "pages_error_code_check" check ("error_code" in ('invalid_url', 'unsupported_scheme', 'url_not_accessible', 'timeout', 'unsupported_content_type', 'extraction_failed', 'upstream_error'));
create table "postings" ("id" bigserial primary key, "org_id" varchar(255) not null, "business_key" varchar(255) not null, "amount" bigint not null, "created_at" timestamptz(3) not null);
create index "postings_org_id_index" on "postings" ("org_id");
alter table "postings" add constraint "postings_business_key_unique" unique ("business_key");
`;

export class FoundationMigration extends Migration {
  override up(): void {
    for (const statement of STATEMENTS.trim().split(';\n')) this.addSql(statement);
  }
}
