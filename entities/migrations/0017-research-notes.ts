import { Migration } from '@mikro-orm/migrations';

/** Notes of runs, the filters of their searches, what they cost, and their warnings. */
export class ResearchNotes extends Migration {
  override up(): void {
    this.addSql(
      'alter table "agent_runs" add column "filters" jsonb null, add column "previous_run_id" varchar(255) null, add column "cost" jsonb null, add column "warnings" jsonb null',
    );
    this.addSql(
      'alter table "agent_steps" add column "tokens" int not null default 0, add column "warnings" jsonb null',
    );
    this.addSql('alter table "agent_steps" drop constraint "agent_steps_kind_check"');
    this.addSql(
      `alter table "agent_steps" add constraint "agent_steps_kind_check" check ("kind" in ('plan', 'search', 'read', 'note', 'write', 'verify'))`,
    );
    this.addSql(
      'create table "agent_notes" ("run_id" varchar(255) not null, "page" int not null, "ordinal" int not null, "url" text not null, "question" text not null, "place" text not null, "claim" text not null, "quote" text not null, "created_at" timestamptz(3) not null, primary key ("run_id", "page", "ordinal"))',
    );
  }
}
