import type { Operation } from './operation.ts';

/** Finds operations by their ids. @throws Error for an unknown id: a bug of ours */
export type FindOperation = (operationId: string) => Operation;

export function findIn(operations: readonly Operation[]): FindOperation {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return (operationId) => {
    const found = byId.get(operationId);
    if (!found) throw new Error(`there is no operation ${operationId}`);
    return found;
  };
}
