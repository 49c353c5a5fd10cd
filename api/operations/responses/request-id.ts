import { z } from 'zod';

/** The id of a call in its response. */
export const RequestId = z.string().describe('Id of the call, `req_…`. Quote it in a problem report.');
