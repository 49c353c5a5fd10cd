import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = `
create table "webhook_attempts" ("message_id" varchar(255) not null, "attempt" int not null, "monitor_id" varchar(255) not null, "at" timestamptz(3) not null, "http_status" int null, "error" text not null, "response_body" text not null, primary key ("message_id", "attempt"));
create index "webhook_attempts_monitor_id_index" on "webhook_attempts" ("monitor_id");
create index "webhook_attempts_at_index" on "webhook_attempts" ("at");
alter table "webhook_outbox" alter column "body" type text using "body"::text;
alter table "webhook_outbox" add column "status" text not null default 'pending', add column "due_at" timestamptz(3) null, add column "relayed_at" timestamptz(3) null, add column "ended_at" timestamptz(3) null;
alter table "webhook_outbox" add constraint "webhook_outbox_status_check" check ("status" in ('pending', 'delivered', 'exhausted', 'dropped'));
drop index "webhook_outbox_monitor_id_index";
create index "webhook_outbox_in_order" on "webhook_outbox" ("monitor_id", "run_id");
create index webhook_outbox_pending on webhook_outbox (id) where status = 'pending';
create index "webhook_outbox_oldest_first" on "webhook_outbox" ("created_at");
`;

/** What becomes of webhooks: their attempts, and their end. */
export class WebhooksMigration extends Migration {
  override up(): void {
    for (const statement of STATEMENTS.trim().split(';\n')) this.addSql(statement);
  }
}
