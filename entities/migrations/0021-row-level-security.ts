import { Migration } from '@mikro-orm/migrations';

/** Where a row's organization is told by the row itself, in `org_id` unless stated otherwise. */
const OWN: Record<string, { column?: string; isForEveryone?: true }> = {
  agent_runs: {},
  api_keys: {},
  audit_entries: {},
  documents: { isForEveryone: true },
  holds: {},
  idempotency_records: {},
  index_outbox: {},
  login_links: {},
  monitor_runs: {},
  monitors: {},
  organizations: { column: 'id' },
  pages: {},
  postings: {},
  sessions: {},
  sources: {},
  term_counts: { isForEveryone: true },
  term_totals: { isForEveryone: true },
  users: {},
  vocabulary: { isForEveryone: true },
};

/** Where it is that of another row, which the policies of its table show or hide: the table, and the column that names it. */
const OF_PARENT: Record<string, [parent: string, column: string]> = {
  agent_notes: ['agent_runs', 'run_id'],
  agent_steps: ['agent_runs', 'run_id'],
  monitor_found: ['monitor_runs', 'run'],
  monitor_memory: ['monitors', 'monitor_id'],
  monitor_records: ['monitors', 'monitor_id'],
  monitor_requests: ['monitors', 'monitor_id'],
  monitor_run_requests: ['monitor_runs', 'run'],
  monitor_suppressed: ['monitor_runs', 'run'],
  passage_embeddings: ['documents', 'document_id'],
  source_listings: ['sources', 'source_id'],
  source_pages: ['sources', 'source_id'],
  webhook_attempts: ['monitors', 'monitor_id'],
  webhook_outbox: ['monitors', 'monitor_id'],
};

const WRITE = 'select, insert, update, delete';

/** What the service does for one organization. Vectors, counts and words are written in the background. */
const SERVICE: Record<string, string> = {
  ...Object.fromEntries([...Object.keys(OWN), ...Object.keys(OF_PARENT)].map((table) => [table, WRITE])),
  agent_runs: 'select, insert, update',
  api_keys: 'select, insert, update',
  audit_entries: 'select, insert',
  holds: 'select, insert, update',
  index_outbox: 'select, insert',
  organizations: 'select, update',
  passage_embeddings: 'select',
  postings: 'select, insert',
  term_counts: 'select',
  term_totals: 'select',
  vocabulary: 'select',
};

/** What finds out for whom a call is, and begins and ends sessions. */
const SIGN_IN: Record<string, string> = {
  api_keys: 'select, update (last_used_at)',
  audit_entries: 'select, insert',
  login_links: 'select, update (used_at)',
  monitors: 'select',
  organizations: 'select',
  sessions: 'select, insert, update (last_seen_at), delete',
  users: 'select, update (email, password_hash)',
};

/** What crosses organizations. A lock needs the right to update a column, so `documents` has one and no row may pass. */
const BACKGROUND: Record<string, string> = {
  agent_notes: 'select, delete',
  agent_runs: 'select, delete',
  agent_steps: 'select, delete',
  documents: 'select, update (id)',
  holds: 'select, update (state, closed_at)',
  idempotency_records: 'select, delete',
  index_outbox: 'select, insert, delete',
  login_links: 'select, delete',
  monitor_memory: 'select, update (body_hash, bands, phrases)',
  monitor_records: 'select, delete',
  monitor_requests: 'select, delete',
  monitor_run_requests: 'select, delete',
  monitor_runs: 'select, delete',
  monitor_suppressed: 'select, delete',
  monitors: 'select',
  organizations: 'select, update (balance, held)',
  pages: 'select, delete',
  passage_embeddings: 'select, insert, delete',
  sessions: 'select, delete',
  sources: 'select',
  term_counts: WRITE,
  term_totals: WRITE,
  vocabulary: 'select, insert, delete',
  webhook_attempts: 'select, delete',
  webhook_outbox: 'select, update (relayed_at), delete',
};

// A scalar subquery is evaluated once a statement. Without a setting it is null, which equals no organization. A plain
// comparison would repeat the filter of the statement: PostgreSQL takes the two for independent, expects far fewer rows than
// there are, and reads all documents of an organization to find ten. Of a CASE it expects half of the rows.
const CALLER = `(select nullif(current_setting('quarry.organization', true), ''))`;

/** Each role reaches the rows of its work only, whatever a statement asks for. @see docs/decisions/0032-row-level-security.md */
export class RowLevelSecurity extends Migration {
  override async up(): Promise<void> {
    // The service has made the roles before, because they belong to the cluster. Their names begin with the owner.
    const [found] = await this.execute(
      `select pg_get_userbyid(relowner) as owner, current_schema() as schema from pg_class where oid = to_regclass('organizations')`,
    );
    const { owner, schema } = found as { owner: string; schema: string };
    const role = (name: string) => quoted(`${owner}_${name}`);
    const statements = [
      ...Object.keys(SERVICE).flatMap((table) => policiesOn(table, role)),
      ...grants({ service: SERVICE, sign_in: SIGN_IN, background: BACKGROUND }, role),
      ...grantsOn(`schema ${quoted(schema)}`, role),
    ];
    for (const statement of statements) this.addSql(statement);
  }
}

type RoleOf = (name: string) => string;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function policiesOn(table: string, role: RoleOf): string[] {
  return [
    `alter table "${table}" enable row level security, force row level security`,
    ...Object.entries(policiesOf(table)).map(
      ([name, clause]) =>
        `create policy "${table}_${name}" on "${table}" ${clause.replace('ROLE', role(roleOf(name)))}`,
    ),
    `grant ${WRITE} on "${table}" to ${role('operator')}`,
  ];
}

function grants(rights: Record<string, Record<string, string>>, role: RoleOf): string[] {
  return Object.entries(rights).flatMap(([name, tables]) =>
    Object.entries(tables).map(([table, commands]) => `grant ${commands} on "${table}" to ${role(name)}`),
  );
}

function grantsOn(schema: string, role: RoleOf): string[] {
  const all = ['service', 'sign_in', 'background', 'operator'].map(role).join(', ');
  return [
    // A row of no organization: whether the counts of terms agree with the index.
    `grant select, insert, update on "term_counting" to ${role('background')}`,
    `grant ${WRITE} on "term_counting" to ${role('operator')}`,
    `grant usage on ${schema} to ${all}`,
    `grant usage on all sequences in ${schema} to ${all}`,
    // A backup reads everything, the migrations too.
    `grant select on all tables in ${schema} to ${role('operator')}`,
    `grant select on all sequences in ${schema} to ${role('operator')}`,
  ];
}

/** Policies are of the role that their name begins with, but for the one that shows what is for everyone. */
const roleOf = (policy: string) => (policy === 'everyone' ? 'service' : policy.replace(/_locks$/, ''));

function policiesOf(table: string): Record<string, string> {
  return {
    service: `to ROLE using (${ownRow(table)})`,
    ...(OWN[table]?.isForEveryone && { everyone: `for select to ROLE using (org_id = '*')` }),
    ...(table in SIGN_IN && { sign_in: 'to ROLE using (true)' }),
    ...(table === 'documents'
      ? {
          background: 'for select to ROLE using (true)',
          background_locks: 'for update to ROLE using (true) with check (false)',
        }
      : table in BACKGROUND && { background: 'to ROLE using (true)' }),
    operator: 'to ROLE using (true)',
  };
}

function ownRow(table: string): string {
  const [parent, column] = OF_PARENT[table] ?? [];
  if (parent === undefined) return `case when ${OWN[table]?.column ?? 'org_id'} = ${CALLER} then true else false end`;
  return `exists (select from ${parent} parent where parent.id = ${column})`;
}
