import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { currentTrail, trailHeaders } from '../telemetry/trail.ts';
import { TRAIL_HEADER } from './names.ts';

/** Sends the trail of the current call with each workflow that it starts. */
export const sendTrail: WorkflowClientInterceptor = {
  startWithDetails(input, next) {
    const headers = trailHeaders(currentTrail());
    if (Object.keys(headers).length === 0) return next(input);
    const payload = defaultPayloadConverter.toPayload(headers);
    return next({ ...input, headers: { ...input.headers, [TRAIL_HEADER]: payload } });
  },
};
