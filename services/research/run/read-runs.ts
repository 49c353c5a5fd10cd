import type { AgentRun } from '../../../entities/research/agent-run.ts';
import type { Sql } from '../../database/database.ts';

/** Runs of an organization, as the entity has them. */
export function selectRuns({ builder }: Sql, orgId: string) {
  return builder
    .selectFrom('agent_runs')
    .select(['id', 'org_id as orgId', 'status', 'stop_reason as stopReason', 'query', 'output_schema as outputSchema'])
    .select(['effort', 'filters', 'previous_run_id as previousRunId', 'attempt', 'followed_until as followedUntil'])
    .select(['text', 'structured', 'grounding', 'sources', 'cost', 'warnings'])
    .select(['error_code as errorCode', 'error_message as errorMessage'])
    .select(['created_at as createdAt', 'started_at as startedAt', 'completed_at as completedAt'])
    .where('org_id', '=', orgId)
    .$castTo<AgentRun>();
}
