import assert from 'node:assert/strict';
import { readTraceparent, writeTraceparent } from '../../../services/telemetry/tracer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the header traceparent', () => {
  it('is read as W3C Trace Context writes it', () => {
    assert.deepEqual(readTraceparent(`00-${TRACE}-${SPAN}-01`), { traceId: TRACE, spanId: SPAN, isSampled: true });
    assert.equal(readTraceparent(`00-${TRACE}-${SPAN}-02`)?.isSampled, false);
  });

  it('is written as it was read', () => {
    for (const flags of ['00', '01']) {
      const header = `00-${TRACE}-${SPAN}-${flags}`;
      const place = readTraceparent(header);
      assert.ok(place);
      assert.equal(writeTraceparent(place), header);
    }
  });

  const malformed = [
    undefined,
    '',
    'x',
    `01-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
  ];
  for (const header of malformed) {
    it(`starts a new trace if it is ${JSON.stringify(header)}`, () => {
      assert.equal(readTraceparent(header), undefined);
    });
  }
});
