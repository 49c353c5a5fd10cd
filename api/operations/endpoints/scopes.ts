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
            reason: z.string().optional().describe('Why it is not ready.'),
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
      summary: 'Scopes and the providers that each asks',
      description: 'The own index is asked in every scope and is not listed. Additive.',
      success: { status: 200, description: 'All scopes.', schema: Scopes },
      handle: async () => ({ scopes: outside.scopes() }),
    }),
  ];
}
