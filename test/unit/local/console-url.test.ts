import assert from 'node:assert/strict';
import { consoleUrl } from '../../../local/console-url.ts';

describe('the address of the console', () => {
  const addresses: Array<[host: string, url: string]> = [
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://localhost:8080'],
    ['::', 'http://localhost:8080'],
    ['::1', 'http://[::1]:8080'],
    ['quarry.internal', 'http://quarry.internal:8080'],
  ];
  for (const [host, url] of addresses) {
    it(`is one that a browser on this machine can open, for a server on ${host}`, () => {
      assert.equal(consoleUrl(host, 8080), url);
    });
  }
});
