import { Migration } from '@mikro-orm/migrations';

/** A step is numbered by the first who follows its run, and told only where one does: a run that nobody follows pays for neither. */
export class StepsNumberedByReaders extends Migration {
  override up(): void {
    this.addSql('alter table "agent_runs" drop column "steps_finished"');
    this.addSql('alter table "agent_runs" add column "followed_until" timestamptz(3) null');
    this.addSql('alter table "agent_steps" drop constraint "agent_steps_in_order"');
    this.addSql('alter table "agent_steps" alter column "seq" drop not null');
    this.addSql(
      'create unique index "agent_steps_in_order" on "agent_steps" ("run_id", "seq") where "seq" is not null',
    );
  }
}
