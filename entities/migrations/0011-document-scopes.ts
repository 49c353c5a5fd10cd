import { Migration } from '@mikro-orm/migrations';

/** Whether an organization has documents of a scope is asked with every research run; most documents have none. */
export class DocumentScopes extends Migration {
  override up(): void {
    this.addSql('create index documents_scopes on documents (scope, org_id) where scope is not null');
  }
}
