import { SEARCH_ATTRIBUTES } from './names.ts';

/** What a workflow is started with for its organization: operators find it by that, and queues share their slots by it. */
export function ofOrganization(orgId: string) {
  return {
    typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.orgId, value: orgId }],
    // Activities inherit it. A server without fairness takes tasks in the order of their coming.
    priority: { fairnessKey: orgId },
  };
}
