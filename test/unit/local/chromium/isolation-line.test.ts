import assert from 'node:assert/strict';
import { isolationLine } from '../../../../local/chromium/isolation-line.ts';

describe('the line on the isolation of the browser', () => {
  it('says what a missing namespace means, and what to install and allow', () => {
    const line = isolationLine('proxy-only');
    for (const part of [/private addresses/, /unshare \(util-linux\)/, /ip \(iproute2\)/, /user namespaces/])
      assert.match(line, part);
  });

  it('says what missing mounts mean, and what to allow', () => {
    const line = isolationLine('network-namespace');
    for (const part of [/keys in the data folder/, /setpriv/, /SYS_ADMIN/]) assert.match(line, part);
  });
});
