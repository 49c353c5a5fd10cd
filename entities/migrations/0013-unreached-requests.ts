import { Migration } from '@mikro-orm/migrations';

/** A search that failed only because no provider could be reached says nothing against its monitor. */
export class UnreachedRequests extends Migration {
  override up(): void {
    this.addSql('alter table "monitor_run_requests" add column "unreached" boolean not null default false');
  }
}
