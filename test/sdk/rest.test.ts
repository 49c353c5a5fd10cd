import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { AgentRunStatus, Quarry, QuarryError } from '../../sdk/rest.ts';

/** What stands before a service, or a later version of it: answers whatever a test wants. */
interface Front {
  quarry: Quarry;
  /** Method and path of each request so far. */
  asked: string[];
}

describe('the SDK over REST', () => {
  const closing: Array<() => void> = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function front(
    answer: (response: ServerResponse, request: IncomingMessage) => void,
    path = '',
  ): Promise<Front> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(response, request);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    return { quarry: new Quarry({ apiKey: 'a', baseUrl, maxRetries: 0 }), asked };
  }

  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => assert.fail('it succeeded'),
      (error: unknown) => (error instanceof QuarryError ? error : assert.fail(String(error))),
    );

  const events = (...data: unknown[]) => data.map((one) => `data: ${JSON.stringify(one)}\n\n`);
  const chunk = (content: string) => ({ choices: [{ delta: { content }, finish_reason: null }] });

  async function textsOf(quarry: Quarry): Promise<unknown[]> {
    const texts: unknown[] = [];
    for await (const { event } of quarry.answerStream({ query: 'a' })) texts.push(event.value);
    return texts;
  }

  it('reports what a proxy answers by its status', async () => {
    const { quarry } = await front((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    const { code, requestId, message } = await failureOf(quarry.agent.list());
    assert.deepEqual([code, requestId, message], ['UNAVAILABLE', undefined, 'the service answered with status 502']);
  });

  it('reports a page that is no answer of the service', async () => {
    const { quarry } = await front((response) => response.end('<h1>Sign in</h1>'));
    assert.equal((await failureOf(quarry.agent.list())).code, 'INTERNAL');
  });

  it('keeps the path of its base URL', async () => {
    const { quarry, asked } = await front((response) => response.end('{"runs": [], "next": null}'), '/quarry/');
    await quarry.agent.list({ limit: 2 });
    assert.deepEqual(asked, ['GET /quarry/v1/agent/runs?limit=2']);
  });

  it('follows no redirection, which would make another call of it', async () => {
    const { quarry, asked } = await front((response) => response.writeHead(301, { location: '/v1/documents' }).end());
    const documents = [{ url: 'https://example.com/', text: 'a' }];
    const { code, param } = await failureOf(quarry.documents.index({ documents }));
    assert.deepEqual([code, param, asked], ['INVALID_REQUEST', 'baseUrl', ['POST /v1/documents']]);
  });

  it('takes no base URL to which no path can be added', () => {
    for (const baseUrl of [
      'https://a:hidden@example.com',
      'https://example.com/?hidden',
      'https://example.com/#hidden',
      'ftp://hidden',
    ])
      assert.throws(
        () => new Quarry({ apiKey: 'a', baseUrl }),
        (error: Error) => {
          assert.ok(error instanceof TypeError);
          return !inspect(error).includes('hidden');
        },
      );
  });

  it('shows its key in no error', async () => {
    const quarry = new Quarry({ apiKey: 'qk_hidden\nhidden', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    const failure = await failureOf(quarry.search({ query: 'a' }));
    assert.equal(failure.code, 'INVALID_REQUEST');
    assert.doesNotMatch(inspect(failure, { depth: 5 }), /hidden/);
  });

  it('sends no id that would be another path', async () => {
    const { quarry, asked } = await front((response) => response.end('{}'));
    for (const monitorId of ['', '.', '..'])
      assert.equal((await failureOf(quarry.monitors.delete({ monitorId }))).code, 'NOT_FOUND');
    await quarry.monitors.delete({ monitorId: '../runs?x#y' });
    assert.deepEqual(asked, ['DELETE /v1/monitors/..%2Fruns%3Fx%23y']);
  });

  it('keeps values that a later version may add apart from no value', async () => {
    const { quarry } = await front((response) => response.end('{"id": "run_1", "status": "resting", "more": 1}'));
    const { run } = await quarry.agent.get({ id: 'run_1' });
    assert.deepEqual([run?.id, run?.status], ['run_1', -1]);
    assert.notEqual(run?.status, AgentRunStatus.AGENT_RUN_STATUS_UNSPECIFIED);
  });

  it('reads events however they are cut, and leaves comments out', async () => {
    const bytes = Buffer.from([': ping\n\n', ...events(chunk('é'), chunk('b')), 'data: [DONE]\n\n'].join(''));
    const { quarry } = await front((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    });
    assert.deepEqual(await textsOf(quarry), ['é', 'b']);
  });

  it('reads events as their standard has them, and not as this service writes them alone', async () => {
    const lines = ['id: 1', 'event: chunk', `data:${JSON.stringify(chunk('a')).replace(',', '\r\ndata: ,')}`, ':', ''];
    const { quarry } = await front((response) => response.end([...lines, 'data: [DONE]', '', ''].join('\r\n')));
    assert.deepEqual(await textsOf(quarry), ['a']);
  });

  it('throws the failure that a stream tells', async () => {
    const failure = { error: { code: 'UNAVAILABLE', message: 'The service is stopping.' }, request_id: 'req_1' };
    const { quarry } = await front((response) => response.end(events(chunk('a'), failure).join('')));
    const { code, message, requestId } = await failureOf(textsOf(quarry));
    assert.deepEqual([code, message, requestId], ['UNAVAILABLE', 'The service is stopping.', 'req_1']);
  });

  it('takes no broken stream for a whole one', async () => {
    const ended = await front((response) => response.end(events(chunk('a')).join('')));
    assert.equal((await failureOf(textsOf(ended.quarry))).code, 'UNAVAILABLE');
    const cut = await front((response) => response.write(events(chunk('a')).join(''), () => response.destroy()));
    assert.equal((await failureOf(textsOf(cut.quarry))).code, 'UNAVAILABLE');
  });

  it('ends the request of a stream that is left', async () => {
    const gone = Promise.withResolvers<void>();
    const { quarry } = await front((response) => {
      response.write(events(chunk('a')).join(''));
      response.once('close', () => gone.resolve());
    });
    for await (const { event } of quarry.answerStream({ query: 'a' })) if (event.value === 'a') break;
    await gone.promise;
  });
});
