import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { VERIFY_WEBHOOK } from '../../../console/text/verify-webhook.ts';

const SECRET = 'whsec_Rjj46MLXt+IY91u4pC1tIr89RSpxcMBWc1QS5q7O66A=';
const BODY = '{"type":"run.completed","data":{"monitor_name":"Sturmschwalben – größer"}}';
const ID = 'msg_6f1d0c9f0a7be2f1c9b1f2a7d6f4b3e0';

interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

function signed(body: string, at = new Date()): SignedMessage {
  const signature = new Webhook(SECRET).sign(ID, at, body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return { body, headers: { 'webhook-id': ID, 'webhook-timestamp': timestamp, 'webhook-signature': signature } };
}

const MESSAGE = signed(BODY);
const FORGED = { ...MESSAGE, body: BODY.replace('completed', 'failed') };
const OLD = signed(BODY, new Date(Date.now() - 3_600_000));
const ROTATED = {
  ...MESSAGE,
  headers: { ...MESSAGE.headers, 'webhook-signature': `v1,bm90IHRoaXM= ${MESSAGE.headers['webhook-signature']}` },
};

describe('the code that verifies a webhook', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'quarry-verify-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const inTypeScript = async ({ body, headers }: SignedMessage) => {
    const file = join(folder, 'verify.ts');
    writeFileSync(file, VERIFY_WEBHOOK.TypeScript);
    const { isFromQuarry } = (await import(pathToFileURL(file).href)) as {
      isFromQuarry(body: Buffer, headers: Record<string, string>, secret: string): boolean;
    };
    return isFromQuarry(Buffer.from(body), headers, SECRET);
  };
  const inPython = ({ body, headers }: SignedMessage) => {
    const program = `${VERIFY_WEBHOOK.Python}\nimport json, sys\ngiven = json.loads(sys.argv[1])\nprint(is_from_quarry(given["body"].encode(), given["headers"], ${JSON.stringify(SECRET)}))`;
    const printed = execFileSync('python3', ['-c', program, JSON.stringify({ body, headers })], { encoding: 'utf8' });
    return printed.trim() === 'True';
  };
  const inShell = ({ body, headers }: SignedMessage) => {
    writeFileSync(join(folder, 'body.json'), body);
    const env = {
      ...process.env,
      SECRET,
      ID: headers['webhook-id'],
      AT: headers['webhook-timestamp'],
      SIGNATURE: headers['webhook-signature'],
    };
    const printed = execFileSync('sh', ['-c', VERIFY_WEBHOOK.openssl], { cwd: folder, env, encoding: 'utf8' });
    return printed.trim() === 'valid';
  };

  it('accepts a signed message and refuses a changed one, in TypeScript', async () => {
    assert.deepEqual(await Promise.all([MESSAGE, ROTATED, FORGED, OLD].map(inTypeScript)), [true, true, false, false]);
  });

  it('accepts a signed message and refuses a changed one, in Python', () => {
    assert.deepEqual([MESSAGE, ROTATED, FORGED, OLD].map(inPython), [true, true, false, false]);
  });

  it('accepts a signed message and refuses a changed one, with openssl', () => {
    assert.deepEqual([MESSAGE, ROTATED, FORGED].map(inShell), [true, true, false]);
  });
});
