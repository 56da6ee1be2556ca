import { AsyncLocalStorage } from 'node:async_hooks';
import type { Resource } from '../../../authorization/resource.ts';
import { assert } from '../../../base/assert.ts';
import type { Client } from '../../client.ts';
import type { OauthRecords } from '../../oauth-store.ts';

/** State of one call of the library, which has no notion of transactions. */
export interface RequestScope {
  readonly records: OauthRecords;
  /** Clients that were read in this call, each once. */
  readonly clients: Map<string, Promise<Client | null>>;
  /** The error of the call; the library turns it into an answer, and we restore it from here. */
  fault: { readonly error: unknown } | null;
  /** The app that refreshes: it authenticates before any token is looked up. */
  refreshingClientId: string | null;
  /** Family of the used refresh token, or begun with a code; null while there is none. */
  familyId: string | null;
  /** The resource of the used code or refresh token; null while there is none. */
  resource: Resource | null;
  /** An error to show on a page of ours. */
  problem: Problem | null;
}

export interface Problem {
  readonly error: string;
  readonly description: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Throws the original error, so that an open transaction is rolled back. */
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

/** Queries the database and remembers a failure. */
export async function ask<T>(question: (records: OauthRecords) => Promise<T>): Promise<T> {
  try {
    return await question(requestScope().records);
  } catch (error) {
    noteFault(error);
    throw error;
  }
}

/**
 * Finds a client in the transaction of the call, so that an app is refused that was removed or got
 * another secret a moment ago. A document is read from its row: nothing is fetched here.
 */
export function findClient(id: string): Promise<Client | null> {
  const { clients } = requestScope();
  const known = clients.get(id) ?? ask((records) => records.findClient(id));
  clients.set(id, known);
  return known;
}
