import assert from 'node:assert/strict';
import { KEY_SCOPES as SHOWN } from '../../../console/account/key-scopes.ts';
import { KEY_SCOPES } from '../../../services/accounts/scopes.ts';

describe('the scopes that the console offers for a key', () => {
  it('are those of the service', () => {
    assert.deepEqual(SHOWN, KEY_SCOPES);
  });
});
