import { Migration } from '@mikro-orm/migrations';

/** Steps of a run in the order in which they became visible, so that they can be followed from any of them. */
export class RunEventsMigration extends Migration {
  override up(): void {
    this.addSql('alter table "agent_runs" add column "steps_finished" int not null default 0');
    this.addSql('alter table "agent_steps" add column "seq" int not null default 0');
    this.addSql(
      `update "agent_steps" set "seq" = numbered.seq from (select run_id, step, row_number() over (partition by run_id order by created_at, step) as seq from "agent_steps") as numbered
        where "agent_steps".run_id = numbered.run_id and "agent_steps".step = numbered.step`,
    );
    this.addSql(
      'update "agent_runs" set "steps_finished" = (select count(*) from "agent_steps" where run_id = "agent_runs".id)',
    );
    this.addSql('alter table "agent_steps" alter column "seq" drop default');
    this.addSql('alter table "agent_steps" add constraint "agent_steps_in_order" unique ("run_id", "seq")');
  }
}
