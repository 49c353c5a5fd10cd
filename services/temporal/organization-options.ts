import { SEARCH_ATTRIBUTES } from './names.ts';

/** Start options of a workflow for its organization: operators filter by it, and queues share their slots by it. */
export function organizationOptions(orgId: string) {
  return {
    typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.orgId, value: orgId }],
    // Activities inherit it. A server without fairness dispatches tasks in their order of arrival.
    priority: { fairnessKey: orgId },
  };
}
