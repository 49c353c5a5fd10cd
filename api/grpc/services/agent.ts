import { AgentService } from '../../../gen/quarry/v1/agent_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import type { Wire } from '../shapes.ts';

/** REST responds with the run itself. */
const asRun = (run: Wire): Wire => ({ run });

export function agentService(find: FindOperation): GrpcService {
  const { method } = AgentService;
  return {
    desc: AgentService,
    methods: [
      { desc: method.createAgentRun, operation: find('createAgentRun'), respond: asRun },
      { desc: method.getAgentRun, operation: find('getAgentRun'), respond: asRun },
      { desc: method.listAgentRuns, operation: find('listAgentRuns') },
      { desc: method.cancelAgentRun, operation: find('cancelAgentRun'), respond: asRun },
    ],
  };
}
