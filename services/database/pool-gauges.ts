import type { Pool } from 'pg';
import type { GaugeSource } from '../telemetry/metrics.ts';

/** Connections of this process to PostgreSQL. */
export function poolGauges(pool: Pool): GaugeSource {
  return {
    help: {
      sql_connections: 'Open connections to PostgreSQL',
      sql_connections_idle: 'Open connections to PostgreSQL that do nothing',
      sql_connections_waited_for: 'Work that waits for a connection to PostgreSQL',
    },
    read: async () => ({
      sql_connections: pool.totalCount,
      sql_connections_idle: pool.idleCount,
      sql_connections_waited_for: pool.waitingCount,
    }),
  };
}
