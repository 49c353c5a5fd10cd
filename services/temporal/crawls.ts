import type { Client } from '@temporalio/client';
import type { Workflows } from './contracts.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOWS } from './names.ts';
import { organizationOptions } from './organization-options.ts';

const MEMO_CHARACTERS = 200;

export interface NewCrawl {
  crawlId: string;
  orgId: string;
  /** The first seed, for people who look at Temporal's UI. */
  url: string;
}

/** A crawl that refreshes its pages has no end, so its workflow has no time limit. */
export async function startCrawl(client: Client, { crawlId, orgId, url }: NewCrawl): Promise<void> {
  await client.workflow.start<Workflows['crawl']>(WORKFLOWS.crawl, {
    args: [{ crawlId, orgId }],
    workflowId: crawlId,
    taskQueue: TASK_QUEUES.workflows,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    ...organizationOptions(orgId),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.orgId, value: orgId },
      { key: SEARCH_ATTRIBUTES.status, value: 'running' },
    ],
    memo: { url: url.slice(0, MEMO_CHARACTERS) },
    staticSummary: 'Crawl',
  });
}

export async function cancelCrawl(client: Client, crawlId: string): Promise<void> {
  await client.workflow.getHandle(crawlId).cancel();
}
