import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import type { TourOptions, TourResult } from './web-tour.ts';

/** A service with what the tour asks for. */
export async function startTouredQuarry(environment: Record<string, string> = {}): Promise<TestQuarry> {
  const quarry = await startQuarry(environment);
  const text = 'The wryneck eats ants. The wryneck nests in old orchards.';
  const document = { url: 'https://birds.example.com/wryneck', title: 'Wrynecks', text };
  await quarry.call('POST', '/v1/documents', { documents: [document] });
  return quarry;
}

export function tourOptions(quarry: TestQuarry): TourOptions {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const now = new Date();
  const data = { monitor_id: 'mon_1', monitor_name: '' };
  const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data });
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  return { apiKey: quarry.key, baseUrl: quarry.url, signed: { body, headers, secret } };
}

/** A program that may import `./web-tour.ts`, with all that it imports, as bundlers make it for browsers. */
export async function bundled(program: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: 'test/sdk', loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format,
    write: false,
  });
  return outputFiles[0]?.text ?? assert.fail();
}

export function assertToured({ text, report, ...result }: TourResult): void {
  assert.match(text, /eats ants/);
  assert.match(report ?? '', /eats ants/);
  assert.deepEqual(result, {
    url: 'https://birds.example.com/wryneck',
    events: ['citations', 'textDelta', 'finishReason'],
    file: 'https://birds.example.com/files/hours.md',
    failure: ['INVALID_REQUEST', 'max_results', 'req_'],
    aborted: 'no longer needed',
    late: 'DEADLINE_EXCEEDED',
    record: 'https://birds.example.com/wryneck',
    webhook: 'webhook.test',
  });
}
