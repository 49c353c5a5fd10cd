import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { openNotifications } from '../../../services/database/notifications.ts';
import { eventually } from '../../support/eventually.ts';

const WITHIN_MS = 10_000;

/** A connection as the pool gives it. */
class Connection extends EventEmitter {
  listened: string[] = [];
  query(sql: string): Promise<void> {
    this.listened.push(sql);
    return Promise.resolve();
  }
  release(): void {}
}

describe('notifications of PostgreSQL', () => {
  it('arrive again after an outage of several attempts, and every listener checks for itself', async () => {
    const connections: Connection[] = [];
    let tries = 0;
    let isAway = false;
    const connect = () => {
      tries += 1;
      if (isAway) return Promise.reject(new Error('away'));
      connections.push(new Connection());
      return Promise.resolve(connections.at(-1));
    };
    const notifications = await openNotifications({ connect } as unknown as Pool, ['news']);
    const heard: string[] = [];
    notifications.listen('news', (payload) => void heard.push(payload));
    connections[0]?.emit('notification', { channel: 'news', payload: 'one' });
    isAway = true;
    connections[0]?.emit('error', new Error('gone'));
    // An error of a connection that was given back changes nothing.
    connections[0]?.emit('error', new Error('gone again'));
    await eventually(
      WITHIN_MS,
      async () => tries,
      (count) => count >= 3,
    );
    isAway = false;
    await eventually(
      WITHIN_MS,
      async () => connections.length,
      (count) => count === 2,
    );
    await eventually(
      WITHIN_MS,
      async () => heard.length,
      (count) => count === 2,
    );
    connections[1]?.emit('notification', { channel: 'news', payload: 'two' });
    assert.deepEqual([heard, connections[1]?.listened], [['one', '', 'two'], ['listen news']]);
    await notifications.close();
  });
});
