import { Migration } from '@mikro-orm/migrations';

/** Failed attempts to sign in, over all processes. The table has no organization, and the service has no right to it. */
export class SignInFailures extends Migration {
  override async up(): Promise<void> {
    const [found] = await this.execute(
      `select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('organizations')`,
    );
    const role = (name: string) => `"${`${(found as { owner: string }).owner}_${name}`.replaceAll('"', '""')}"`;
    this.addSql(
      'create unlogged table "sign_in_failures" ("name_sha256" varchar(255) primary key, "failures" int not null, "ends_at" timestamptz(3) not null)',
    );
    this.addSql('create index "sign_in_failures_ends_at_index" on "sign_in_failures" ("ends_at")');
    this.addSql('alter table "sign_in_failures" enable row level security, force row level security');
    for (const [name, rights] of Object.entries(RIGHTS)) {
      this.addSql(`create policy "sign_in_failures_${name}" on "sign_in_failures" to ${role(name)} using (true)`);
      this.addSql(`grant ${rights} on "sign_in_failures" to ${role(name)}`);
    }
  }
}

const RIGHTS = {
  sign_in: 'select, insert, update',
  background: 'select, delete',
  operator: 'select, insert, update, delete',
};
