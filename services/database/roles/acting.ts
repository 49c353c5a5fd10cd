import { AsyncLocalStorage } from 'node:async_hooks';

/** Who changes something, and from where. */
export interface Actor {
  /** Of the user, or of the API key. Null: an operator, by the command line. */
  id: string | null;
  /** Of the connection. Null where there is none. */
  address: string | null;
}

/** The organization for which a call, a step of a workflow, or one row of a background pass works. */
interface ActingScope {
  /** Absent: the caller is not known yet, or the work belongs to no organization. */
  orgId?: string;
  /** Who makes the call. Absent: the work is no call. */
  caller?: Actor;
}

// Each asynchronous context has its own value, so the module itself keeps no state. Authentication sets it, not the
// arguments of the services: a service that confuses two organizations cannot change it.
const scopes = new AsyncLocalStorage<ActingScope>();

/** The organization of the current work; undefined if there is none. */
export function actingOrganization(): string | undefined {
  return scopes.getStore()?.orgId;
}

/** Who makes the current call; undefined in work that is no call, such as a step of a workflow. */
export function actingCaller(): Actor | undefined {
  return scopes.getStore()?.caller;
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
 * Sets the organization of the current call, once, and who makes the call.
 *
 * @throws Error outside `actingForCaller`, and for a second organization: a call has one caller
 */
export function actFor(orgId: string, caller?: Actor): void {
  const scope = scopes.getStore();
  if (!scope) throw new Error('no call runs: start one with actingForCaller');
  if (scope.orgId !== undefined && scope.orgId !== orgId)
    throw new Error('this call runs for another organization already');
  scope.orgId = orgId;
  if (caller) scope.caller = caller;
}
