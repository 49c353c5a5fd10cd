import { AsyncLocalStorage } from 'node:async_hooks';

/** The organization for which a call, a step of a workflow, or one row of a background pass works. */
interface ActingScope {
  /** Absent: the caller is not known yet, or the work belongs to no organization. */
  orgId?: string;
}

// Each asynchronous context has its own value, so the module itself keeps no state. Authentication sets it, not the
// arguments of the services: a service that confuses two organizations cannot change it.
const scopes = new AsyncLocalStorage<ActingScope>();

/** The organization of the current work; undefined if there is none. */
export function actingOrganization(): string | undefined {
  return scopes.getStore()?.orgId;
}

/**
 * Runs work, with everything that it awaits, for one organization. Its statements reach rows of this organization only.
 */
export function actingFor<T>(orgId: string, work: () => T): T {
  return scopes.run({ orgId }, work);
}

/** Runs work whose organization `actFor` sets later: a call before its caller is authenticated. */
export function actingForCaller<T>(work: () => T): T {
  return scopes.run({}, work);
}

/**
 * Sets the organization of the current call, once.
 *
 * @throws Error outside `actingForCaller`, and for a second organization: a call has one caller
 */
export function actFor(orgId: string): void {
  const scope = scopes.getStore();
  if (!scope) throw new Error('no call runs: start one with actingForCaller');
  if (scope.orgId !== undefined && scope.orgId !== orgId)
    throw new Error('this call runs for another organization already');
  scope.orgId = orgId;
}
