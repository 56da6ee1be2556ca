import { AsyncLocalStorage } from 'node:async_hooks';
import type { Resource } from '../../../authorization/resource.ts';
import { assert } from '../../../base/assert.ts';
import type { Client } from '../../client.ts';
import type { OauthRecords } from '../../oauth-store.ts';

/** What one call of the library shares: the library has no notion of transactions. */
export interface RequestScope {
  readonly records: OauthRecords;
  /** The clients that this call has read, so that it reads each only once. */
  readonly clients: Map<string, Promise<Client | null>>;
  /**
   * The first error of the call. The library turns it into an answer, and the call throws it again.
   */
  fault: { readonly error: unknown } | null;
  /** The app whose refresh this is: it authenticates before any token is looked up. */
  refreshingClientId: string | null;
  /** The family of the refresh token that was used, or that a code began; null before that. */
  familyId: string | null;
  /** The resource of the code or refresh token that was used; null before that. */
  resource: Resource | null;
  /** An error that a page of ours is to show; null if there is none. */
  problem: Problem | null;
}

export interface Problem {
  readonly error: string;
  readonly description: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/**
 * Does work in a scope of its own. Throws the first error in it, so that the transaction is rolled
 * back.
 */
export async function inRequestScope<T>(
  records: OauthRecords,
  work: (scope: RequestScope) => Promise<T>,
): Promise<T> {
  const scope: RequestScope = {
    records,
    clients: new Map(),
    fault: null,
    problem: null,
    refreshingClientId: null,
    familyId: null,
    resource: null,
  };
  const answer = await scopes.run(scope, () => work(scope));
  if (scope.fault !== null) throw scope.fault.error;
  return answer;
}

export function requestScope(): RequestScope {
  const scope = scopes.getStore();
  assert(scope !== undefined, 'the library is called within a scope');
  return scope;
}

/** Keeps the first failure of a call, which is the cause of all later ones. */
export function noteFault(error: unknown): void {
  const scope = requestScope();
  scope.fault ??= { error };
}

/** Queries the database, and remembers an error for the whole call. */
export async function ask<T>(question: (records: OauthRecords) => Promise<T>): Promise<T> {
  try {
    return await question(requestScope().records);
  } catch (error) {
    noteFault(error);
    throw error;
  }
}

/**
 * Finds a client within the transaction of the call, so that an app is refused that was removed or
 * got another secret a moment ago. An app with a document is read from its row: nothing is fetched
 * here.
 */
export function findClient(id: string): Promise<Client | null> {
  const { clients } = requestScope();
  const known = clients.get(id) ?? ask((records) => records.findClient(id));
  clients.set(id, known);
  return known;
}
