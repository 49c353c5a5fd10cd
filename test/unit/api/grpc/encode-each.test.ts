import assert from 'node:assert/strict';
import { encodeEach } from '../../../../api/grpc/encode-each.ts';
import { encode } from '../../../../api/grpc/wire.ts';
import { MonitorService } from '../../../../gen/quarry/v1/monitor_pb.js';

const { streamRecords, listRecords, listRuns } = MonitorService.method;

describe('messages that are encoded together', () => {
  it('have the bytes of separate encoding, whatever their length', () => {
    const record = (length: number) => ({
      record_id: String(length + 1),
      run_id: '7',
      record_type: 'search_result',
      first_seen_at: '2026-11-21T10:00:00.000Z',
      search_result: {
        document: { url: 'https://a.example/', title: 'Ä', content: '€'.repeat(length) },
        matched_requests: [],
      },
    });
    const records = [0, 1, 20, 21, 22, 40, 41, 42, 43, 5_400, 5_500, 350_000, 3].map(record);
    const together = encodeEach(streamRecords.output, listRecords.output)(records);
    assert.deepEqual(
      together,
      records.map((one) => encode(streamRecords.output, { record: one })),
    );
    assert.deepEqual(encodeEach(streamRecords.output, listRecords.output)([]), []);
  });

  it('need a list of the same field', () => {
    assert.throws(() => encodeEach(streamRecords.output, listRuns.output), /no repeated field/);
  });
});
