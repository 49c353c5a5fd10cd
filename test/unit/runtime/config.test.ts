import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { generated } from '../../../scripts/generate.ts';
import { ConfigError, readConfig } from '../../../runtime/config.ts';

describe('the configuration', () => {
  it('has the documented defaults', () => {
    const config = readConfig({});
    assert.deepEqual(
      [
        config.QUARRY_HOST,
        config.QUARRY_PORT,
        config.QUARRY_TEMPORAL_PORT,
        config.QUARRY_TEMPORAL_UI_PORT,
        config.QUARRY_DATA_DIR,
      ],
      ['127.0.0.1', 8080, 7233, 8233, '.data'],
    );
    assert.equal(config.QUARRY_BOOTSTRAP_CREDITS, 1_000_000);
  });

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ QUARRY_PORT: '' }).QUARRY_PORT, 8080);
  });

  const wrong: Array<[string, Record<string, string>, RegExp]> = [
    ['an unknown variable', { QUARRY_PROT: '1' }, /QUARRY_PROT is not a variable/],
    ['a certificate without its key', { QUARRY_TLS_CERT: 'cert.pem' }, /QUARRY_TLS_CERT and QUARRY_TLS_KEY/],
    ['a port that is none', { QUARRY_PORT: '70000' }, /QUARRY_PORT/],
    [
      'a malformed bootstrap key',
      { QUARRY_BOOTSTRAP_KEY: 'qry_live_x' },
      /QUARRY_BOOTSTRAP_KEY: is not a well-formed API key/,
    ],
    [
      'an own database without an encryption key',
      { DATABASE_URL: 'postgresql://x/y' },
      /QUARRY_ENCRYPTION_KEY is required/,
    ],
    ['an encryption key of another length', { QUARRY_ENCRYPTION_KEY: 'c2hvcnQ=' }, /must be 32 bytes/],
    [
      'a database that is named by no URL',
      { DATABASE_URL: 'localhost', QUARRY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') },
      /DATABASE_URL: must be postgresql:/,
    ],
    [
      'a database URL without a database',
      { DATABASE_URL: 'postgresql://localhost:5432', QUARRY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') },
      /DATABASE_URL: must be postgresql:/,
    ],
    [
      'an address of Temporal without a port',
      { TEMPORAL_ADDRESS: 'http://temporal' },
      /TEMPORAL_ADDRESS: must be host:port/,
    ],
    ['an unknown default scope', { QUARRY_DEFAULT_SCOPE: 'moon' }, /QUARRY_DEFAULT_SCOPE/],
    [
      'an origin with a path',
      { QUARRY_ALLOWED_ORIGINS: 'https://a.example, https://b.example/' },
      /"https:\/\/b\.example\/" is no origin/,
    ],
    [
      'a malformed target',
      { QUARRY_EGRESS_ALLOW: 'wiki:80, 10.0.0.0/33' },
      /^QUARRY_EGRESS_ALLOW: "10\.0\.0\.0\/33" is neither host:port nor a range/,
    ],
    ['a model without a server or a key', { QUARRY_MODEL: 'm' }, /QUARRY_MODEL needs OPENAI_API_KEY/],
    [
      'a feed without a scheme',
      { QUARRY_FEEDS_URL: 'https://a.example/feed, b.example/feed' },
      /QUARRY_FEEDS_URL: must be http or https URLs/,
    ],
    ['a time scale of 0', { QUARRY_TIME_SCALE: '0' }, /QUARRY_TIME_SCALE/],
  ];
  for (const [what, environment, message] of wrong) {
    it(`rejects ${what}, naming it`, () => {
      assert.throws(
        () => readConfig(environment),
        (error) => error instanceof ConfigError && message.test(error.message),
      );
    });
  }

  it('names all faults at once', () => {
    assert.throws(
      () => readConfig({ QUARRY_PORT: 'x', QUARRY_NOPE: '1' }),
      (error: Error) => /QUARRY_PORT/.test(error.message) && /QUARRY_NOPE/.test(error.message),
    );
  });
});

describe('a generated file', () => {
  for (const [path, content] of Object.entries(generated)) {
    it(`is current: ${path} (npm run generate)`, async () => {
      assert.equal(await readFile(path, 'utf8'), content());
    });
  }
});
