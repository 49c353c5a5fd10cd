import { Migration } from '@mikro-orm/migrations';

/** Members of organizations, their login links and sessions, and the names and makers of keys. */
export class MembersMigration extends Migration {
  override up(): void {
    this.addSql(
      'create table "users" ("id" varchar(255) not null, "org_id" varchar(255) not null, "name" text not null, "email" varchar(255) null, "role" text not null, "password_hash" text null, "created_at" timestamptz(3) not null, "removed_at" timestamptz(3) null, primary key ("id"))',
    );
    this.addSql('create index "users_org_id_index" on "users" ("org_id")');
    this.addSql('alter table "users" add constraint "users_email_unique" unique ("email")');
    this.addSql(
      `alter table "users" add constraint "users_role_check" check ("role" in ('owner', 'member', 'viewer', 'operator'))`,
    );
    this.addSql(
      'create table "login_links" ("sha256" varchar(64) not null, "org_id" varchar(255) not null, "user_id" varchar(255) not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("sha256"))',
    );
    this.addSql('create index "login_links_user_id_index" on "login_links" ("user_id")');
    this.addSql('create index "login_links_expires_at_index" on "login_links" ("expires_at")');
    this.addSql(
      'create table "sessions" ("sha256" varchar(64) not null, "org_id" varchar(255) not null, "user_id" varchar(255) not null, "created_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("sha256"))',
    );
    this.addSql('create index "sessions_user_id_index" on "sessions" ("user_id")');
    this.addSql('create index "sessions_expires_at_index" on "sessions" ("expires_at")');
    this.addSql(
      `alter table "api_keys" add column "name" text not null default '', add column "created_by" varchar(255) null`,
    );
  }
}
