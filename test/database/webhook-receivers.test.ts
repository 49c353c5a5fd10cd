import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../../services/process/free-port.ts';
import { parseAllowList } from '../../services/egress/allow-list.ts';
import { createEgress, type Egress } from '../../services/egress/egress.ts';
import { createGate } from '../../services/egress/gate.ts';
import { newWebhookSecret } from '../../services/monitors/webhook.ts';
import { attemptDelivery, type AttemptResult } from '../../services/monitors/webhooks/attempt.ts';
import { startRawReceiver, type RawReceiver, type RawReceiverOptions } from '../support/raw-receiver.ts';
import { startSecureSite } from '../support/secure-site.ts';
import { openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';
import { FAULTS, type Recorded } from './receiver-faults.ts';

// Above what the system keeps for a connection on its way; a body that is read to its end is a GB.
const SENT_AT_MOST_BYTES = 32 * 1024 * 1024;
const EGRESS_ALLOW = '127.0.0.0/8';
const signal = new AbortController().signal;

/** Through the way out that the product takes: attempt, egress, a real socket, and the record in PostgreSQL. */
describe('a webhook whose receiver', () => {
  let scene: MonitorDatabase;
  let egress: Egress;
  let receiver: RawReceiver | undefined;
  const asked: string[] = [];
  const allowList = parseAllowList(EGRESS_ALLOW);

  before(async () => {
    scene = await openMonitorDatabase(EGRESS_ALLOW);
    const certificate = await readFile(new URL('../support/certificate/loopback.pem', import.meta.url));
    setDefaultCACertificates([...getCACertificates(), certificate.toString()]);
    const resolve4 = async (name: string) => (asked.push(name), ['93.184.216.34']);
    egress = createEgress(
      createGate({ allowList, resolver: { resolve4, resolve6: async () => [], lookupTrusted: resolve4 } }),
    );
  });
  afterEach(async () => {
    await receiver?.close();
    receiver = undefined;
  });
  after(async () => {
    await egress.close();
    await scene.close();
  });

  const start = async (options: RawReceiverOptions) => (receiver = await startRawReceiver(options));

  /** Ends a run whose message goes there, and makes the first attempt. */
  async function attemptAt(
    url: string,
    answersWithinMs?: number,
  ): Promise<{ result: AttemptResult; recorded: Recorded }> {
    const monitorId = await scene.create({ webhook: { url } });
    await scene.run(monitorId);
    const [message] = await scene.database.query<{ id: string }>(
      'select id from webhook_outbox where monitor_id = $1',
      [monitorId],
    );
    assert.ok(message);
    const secret = newWebhookSecret();
    const deps = {
      database: scene.database,
      clock: scene.clock,
      encryption: { decrypt: () => secret },
      egress,
      allowList,
      userAgent: 'test',
      timeScale: 1,
      random: () => 0.5,
    };
    const result = await attemptDelivery(
      { ...deps, ...(answersWithinMs && { answersWithinMs }) },
      { messageId: message.id, attempt: 1 },
      signal,
    );
    return { result, recorded: await recordOf(message.id) };
  }

  async function recordOf(messageId: string): Promise<Recorded> {
    const rows = await scene.database.query<Recorded & { at: Date; dueAt: Date | null } & Record<string, unknown>>(
      `select o.status, o.due_at as "dueAt", a.at, a.http_status as "httpStatus", a.error, a.response_body as "responseBody"
       from webhook_outbox o join webhook_attempts a on a.message_id = o.id where o.id = $1`,
      [messageId],
    );
    assert.equal(rows.length, 1);
    const [{ dueAt, at, ...recorded } = assert.fail()] = rows;
    return dueAt ? { ...recorded, nextMs: dueAt.getTime() - at.getTime() } : recorded;
  }

  for (const { what, serve, answersWithinMs, gives, isReached = true, ...options } of FAULTS) {
    const verdict = { delivered: 'has its message', pending: 'is sent it again', exhausted: 'is sent nothing more' }[
      gives.status
    ];
    it(`${what} ${verdict}`, async () => {
      const one = await start({ ...options, serve: (socket) => serve(socket, scene.clock.at) });
      const { result, recorded } = await attemptAt(one.url, answersWithinMs);
      // How many bytes drip in the time that there is, is the machine's affair.
      assert.deepEqual({ ...recorded, responseBody: recorded.responseBody.replace(/^x+$/, 'x') }, gives);
      assert.equal(result.status, gives.status === 'pending' ? 'again' : gives.status);
      assert.equal(one.requests(), isReached ? 1 : 0);
      assert.ok(one.sentBytes() < SENT_AT_MOST_BYTES, `${one.sentBytes()} bytes were sent`);
    });
  }

  it('speaks HTTP/2 receives its message', async () => {
    const site = await startSecureSite((_request, response) => void response.writeHead(202).end('thank you'));
    try {
      const { recorded } = await attemptAt(`${site.origin}/hook`);
      assert.deepEqual(
        [recorded, site.protocols],
        [{ status: 'delivered', httpStatus: 202, error: '', responseBody: 'thank you' }, ['2.0']],
      );
    } finally {
      await site.close();
    }
  });

  it('does not listen gets a retry', async () => {
    const { recorded } = await attemptAt(`http://127.0.0.1:${await freePort('127.0.0.1')}/`);
    assert.deepEqual(recorded, {
      status: 'pending',
      httpStatus: null,
      error: 'the connection was refused',
      responseBody: '',
      nextMs: 5_000,
    });
  });

  for (const code of [301, 302, 303, 307, 308]) {
    it(`answers ${code} is not followed, to a private address or a public host, and gets a retry`, async () => {
      const secret = await startRawReceiver({ serve: () => {}, at: 'connection' });
      try {
        for (const location of [secret.url, 'https://elsewhere.example.com/']) {
          const one = await start({
            serve: (socket) =>
              void socket.end(`HTTP/1.1 ${code} Go\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
          });
          const { recorded } = await attemptAt(one.url);
          assert.deepEqual(recorded, {
            status: 'pending',
            httpStatus: code,
            error: `the receiver answered ${code}, and redirects are not followed`,
            responseBody: '',
            nextMs: 5_000,
          });
          await one.close();
        }
        assert.deepEqual([secret.connections(), asked], [0, []]);
      } finally {
        await secret.close();
      }
    });
  }
});
