import { Migration } from '@mikro-orm/migrations';

const CALLER = `(select nullif(current_setting('quarry.organization', true), ''))`;
// What of a key the background changes: it gives back what expired holds have reserved.
const SPENT = '"spent_on", "spent_today", "spent_total"';

/**
 * Networks and caps of keys, the rate of each key over all processes, and the reasons of grants. Rates are lost with a
 * crash of PostgreSQL, which favours callers for one minute: their table is not logged, so a change waits for no disk.
 */
export class LimitsOfKeys extends Migration {
  override async up(): Promise<void> {
    const [found] = await this.execute(
      `select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('organizations')`,
    );
    const role = (name: string) => `"${`${(found as { owner: string }).owner}_${name}`.replaceAll('"', '""')}"`;
    this.addSql(
      `alter table "api_keys" add column "networks" text[] null, add column "spend_per_day" bigint null, add column "spend_total" bigint null, add column "spent_on" date null, add column "spent_today" bigint not null default '0', add column "spent_total" bigint not null default '0'`,
    );
    this.addSql(
      `grant select ("id", "spend_per_day", "spend_total", ${SPENT}), update (${SPENT}) on "api_keys" to ${role('background')}`,
    );
    this.addSql(`create policy "api_keys_background" on "api_keys" to ${role('background')} using (true)`);
    this.addSql('alter table "postings" add column "reason" text null');
    this.addSql(
      'create unlogged table "rate_buckets" ("caller_id" varchar(255) not null, "rate" varchar(255) not null, "org_id" varchar(255) not null, "taken" bigint not null, "granted" bigint not null, "ends_at" timestamptz(3) not null, primary key ("caller_id", "rate"))',
    );
    this.addSql('create index "rate_buckets_ends_at_index" on "rate_buckets" ("ends_at")');
    this.addSql('alter table "rate_buckets" enable row level security, force row level security');
    this.addSql(
      `create policy "rate_buckets_service" on "rate_buckets" to ${role('service')} using (case when org_id = ${CALLER} then true else false end)`,
    );
    for (const name of ['background', 'operator'])
      this.addSql(`create policy "rate_buckets_${name}" on "rate_buckets" to ${role(name)} using (true)`);
    this.addSql(`grant select, insert, update on "rate_buckets" to ${role('service')}`);
    this.addSql(`grant select, delete on "rate_buckets" to ${role('background')}`);
    this.addSql(`grant select, insert, update, delete on "rate_buckets" to ${role('operator')}`);
  }
}
