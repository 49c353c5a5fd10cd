import type { EventEmitter } from 'node:events';
import pg, { type QueryConfig } from 'pg';
import { ORGANIZATION_SETTING, type ActingAs } from './roles.ts';

// Local settings end with the transaction, here with the statement, so a connection returns to its pool, or to that of
// a pooler in between, unchanged. Without a row, the driver adds nothing to the statement's result.
const ACT = `select where set_config('role', $1, true) is null or set_config('${ORGANIZATION_SETTING}', $2, true) is null`;
const ACT_NAME = 'quarry-act';

/** The driver's own query, with methods that exist but that its types do not declare. */
interface DriverQuery {
  name: string | undefined;
  requiresPreparation(): boolean;
  prepare(connection: ActingConnection): void;
  handleCommandComplete(message: unknown, connection: ActingConnection): void;
}

interface ActingConnection extends EventEmitter {
  parse(query: { text: string; name: string }): void;
  bind(portal: { portal: string; statement: string; values: string[] }): void;
  execute(portal: { portal: string; rows: number }): void;
}

// `pg` documents that a Query can be submitted, and documents its methods as those that the client calls.
const Query = pg.Query as unknown as new (config: QueryConfig) => DriverQuery;

// Connections that have prepared ACT. A closed connection is removed.
const prepared = new WeakSet<ActingConnection>();

/**
 * A statement that runs as a role for an organization, without an additional round trip: both settings and the
 * statement are one message, and one implicit transaction.
 */
export class ActingQuery extends Query {
  #as: ActingAs;
  #acts = false;

  constructor(config: QueryConfig, as: ActingAs) {
    super(config);
    this.#as = as;
  }

  /** The simple protocol cannot carry the settings. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: ActingConnection): void {
    if (!prepared.has(connection)) {
      connection.parse({ text: ACT, name: ACT_NAME });
      connection.once('parseComplete', () => prepared.add(connection));
      // The driver takes the first parse message for that of the named statement. Without a name, it expects none.
      this.name = undefined;
    }
    connection.bind({ portal: '', statement: ACT_NAME, values: [this.#as.role, this.#as.orgId] });
    connection.execute({ portal: '', rows: 0 });
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: ActingConnection): void {
    if (this.#acts) super.handleCommandComplete(message, connection);
    // Binds and executes the settings.
    this.#acts = true;
  }
}

/** The same for a transaction: one message begins it, with the settings. */
export function beginActing({ role, orgId }: ActingAs): string {
  const settings = [
    ['role', role],
    [ORGANIZATION_SETTING, orgId],
  ].map(([name = '', value = '']) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`);
  return `begin; select ${settings.join(', ')}`;
}
