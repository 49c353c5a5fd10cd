import { create } from '@bufbuild/protobuf';
import {
  MonitorService,
  SortOrder,
  StreamRecordsResponseSchema,
  type ListRecordsResponse,
  type StreamRecordsRequestSchema,
  type StreamRecordsResponse,
} from '../../gen/quarry/v1/monitor_pb.js';
import type { MessageFields } from '../caller.ts';
import { QuarryError } from '../errors.ts';
import { sleep } from '../sleep.ts';
import type { SentCall, Transport } from '../transport.ts';

const { listRecords } = MonitorService.method;
const ASK_EVERY_MS = 2_000;
const PAGE_WITHIN_MS = 30_000;

/** The records of a monitor as a stream, which REST does not have: the monitor is asked again and again. */
export async function* followedRecords(
  transport: Pick<Transport, 'unary'>,
  request: MessageFields<typeof StreamRecordsRequestSchema>,
  call: SentCall,
): AsyncGenerator<StreamRecordsResponse> {
  let { since } = request;
  for (;;) {
    const { records, hasMore } = await pageAfter(transport, { ...request, since }, call);
    for (const record of records) yield create(StreamRecordsResponseSchema, { record });
    since = records.at(-1)?.recordId ?? since;
    if (hasMore) continue;
    await sleep(Math.max(0, Math.min(ASK_EVERY_MS, call.deadline - Date.now())), call.signal);
    if (Date.now() >= call.deadline)
      throw new QuarryError('DEADLINE_EXCEEDED', 'the stream did not end before its deadline');
  }
}

async function pageAfter(
  transport: Pick<Transport, 'unary'>,
  { since, includeContent, monitorId = '' }: MessageFields<typeof StreamRecordsRequestSchema>,
  call: SentCall,
): Promise<ListRecordsResponse> {
  const deadline = Math.min(call.deadline, Date.now() + PAGE_WITHIN_MS);
  const page = {
    monitorId,
    sort: SortOrder.ASC,
    ...(since !== undefined && { since }),
    ...(includeContent !== undefined && { includeContent }),
  };
  return transport.unary(listRecords, page, { ...call, deadline }).catch((error: unknown) => {
    // The page's own deadline is not that of the stream, which goes on.
    const isOfPage = error instanceof QuarryError && error.code === 'DEADLINE_EXCEEDED' && deadline < call.deadline;
    throw isOfPage ? new QuarryError('UNAVAILABLE', 'the service did not answer in time', { cause: error }) : error;
  });
}
