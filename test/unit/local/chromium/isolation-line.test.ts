import assert from 'node:assert/strict';
import { isolationLine } from '../../../../local/chromium/isolation-line.ts';

describe('the log line about the isolation of the browser', () => {
  it('explains a missing namespace, and the package and permission for it', () => {
    const line = isolationLine('proxy-only');
    for (const part of [/private addresses/, /unshare \(util-linux\)/, /ip \(iproute2\)/, /user namespaces/])
      assert.match(line, part);
  });

  it('explains missing mounts, and the permission for them', () => {
    const line = isolationLine('network-namespace');
    for (const part of [/keys in the data folder/, /setpriv/, /SYS_ADMIN/]) assert.match(line, part);
  });
});
