import { AsyncLocalStorage } from 'node:async_hooks';

/** The organization for which a call, a step of a workflow, or one row of a background pass works. */
interface ActingScope {
  /** Absent: the caller is not known yet, or the work is of no organization. */
  orgId?: string;
}

// Each asynchronous context has its own value, so that the module itself keeps no state. It is told by who authenticates
// a call, not by the arguments of the services: a service that confuses two organizations does not confuse it as well.
const scopes = new AsyncLocalStorage<ActingScope>();

/** The organization of the work that runs; undefined if there is none. */
export function actingOrganization(): string | undefined {
  return scopes.getStore()?.orgId;
}

/** Runs work, with all that it awaits, for one organization. Its statements reach rows of this organization only. */
export function actingFor<T>(orgId: string, work: () => T): T {
  return scopes.run({ orgId }, work);
}

/** Runs work whose organization is known later, by `actFor`: a call before its caller is authenticated. */
export function actingForCaller<T>(work: () => T): T {
  return scopes.run({}, work);
}

/**
 * Tells the organization of the call that runs, once.
 *
 * @throws Error outside of `actingForCaller`, and for a second organization: a call has one caller
 */
export function actFor(orgId: string): void {
  const scope = scopes.getStore();
  if (!scope) throw new Error('no call runs whose organization could be told: begin it with actingForCaller');
  if (scope.orgId !== undefined && scope.orgId !== orgId)
    throw new Error('this call runs for another organization already');
  scope.orgId = orgId;
}
