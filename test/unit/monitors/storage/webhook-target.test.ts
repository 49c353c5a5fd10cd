import assert from 'node:assert/strict';
import { parseAllowList } from '../../../../services/egress/allow-list.ts';
import { webhookUrlFault } from '../../../../services/monitors/storage/webhook-target.ts';

describe('the target of a webhook', () => {
  const allowList = parseAllowList('hooks.internal:8443, 127.0.0.1:9000, 10.1.0.0/16');
  const allowed = [
    'https://hooks.example.com/a?b=c',
    'https://8.8.8.8/',
    'https://hooks.internal:8443/',
    'http://127.0.0.1:9000/',
    'https://10.1.2.3/',
    'http://10.1.2.3/',
  ];
  for (const url of allowed) it(`may be ${url}`, () => assert.equal(webhookUrlFault(url, allowList), undefined));

  const refused = [
    '',
    'hooks.example.com',
    'ftp://hooks.example.com/',
    'http://hooks.example.com/',
    'https://a:b@hooks.example.com/',
    'https://localhost/',
    'https://hooks.internal/',
    'https://127.0.0.1/',
    'https://10.2.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://hooks.example.com:22/',
    `https://hooks.example.com/${'a'.repeat(2_048)}`,
  ];
  for (const url of refused)
    it(`may not be ${url.slice(0, 60) || 'nothing'}`, () =>
      assert.equal(typeof webhookUrlFault(url, allowList), 'string'));
});
