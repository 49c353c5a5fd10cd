import { z } from 'zod';
import { SCOPES } from '../../../services/query/scopes.ts';
import type { ProviderSet } from '../../../services/providers/provider-set.ts';
import { operation, type Operation } from '../calls/operation.ts';

const Scopes = z
  .object({
    scopes: z.array(
      z.object({
        name: z.enum(SCOPES),
        providers: z.array(
          z.object({
            name: z.string(),
            state: z.enum(['ready', 'unreachable', 'off']),
            reason: z.string().optional().describe('Why the provider is not ready. Absent for a ready provider.'),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Scopes' });

export function scopesOperations(outside: ProviderSet): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/v1/scopes',
      operationId: 'listScopes',
      tag: 'Search',
      summary: 'List the scopes and their providers',
      description: 'Searches of every scope also query your own index, which is not in the list. Free of charge.',
      success: { status: 200, description: 'All scopes, each with its providers.', schema: Scopes },
      handle: async () => ({ scopes: outside.scopes() }),
    }),
  ];
}
