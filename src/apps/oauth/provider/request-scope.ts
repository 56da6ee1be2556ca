import { AsyncLocalStorage } from 'node:async_hooks';
import type { Resource } from '../../../authorization/resource.ts';
import { assert } from '../../../base/assert.ts';
import type { Client } from '../../client.ts';
import type { OauthRecords } from '../../oauth-store.ts';

/**
 * Data that is shared by everything that happens in one call of the OAuth library. The library has
 * no notion of transactions, so the transaction is passed on here.
 */
export interface RequestScope {
  readonly records: OauthRecords;
  /** The clients that this call has read from the database, so that it reads each only once. */
  readonly clients: Map<string, Promise<Client | null>>;
  /**
   * The first error in the call. The OAuth library turns errors into answers, so the error is kept
   * here and thrown again at the end.
   */
  fault: { readonly error: unknown } | null;
  /**
   * The id of the app that uses a refresh token in this call. The app is authenticated before any
   * token is looked up.
   */
  refreshingClientId: string | null;
  /**
   * The token family of the refresh token that was used, or the one that a code has begun; null
   * before that.
   */
  familyId: string | null;
  /** The resource of the code or refresh token that was used; null before one was used. */
  resource: Resource | null;
  /** The error that a page of ours has to show; null if there is none. */
  problem: Problem | null;
}

export interface Problem {
  readonly error: string;
  readonly description: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/**
 * Runs the work of one call with data of its own. If an error was noted meanwhile, the first one is
 * thrown, so that the transaction is rolled back.
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

/** Keeps the first error of a call, which is the cause of all later ones. */
export function noteFault(error: unknown): void {
  const scope = requestScope();
  scope.fault ??= { error };
}

/**
 * Queries the database within the transaction of the call. An error is noted, so that the whole
 * call fails even if the OAuth library hides the error.
 */
export async function ask<T>(question: (records: OauthRecords) => Promise<T>): Promise<T> {
  try {
    return await question(requestScope().records);
  } catch (error) {
    noteFault(error);
    throw error;
  }
}

/**
 * Finds a client within the transaction of the call, so that an app is refused if it was removed,
 * or got another secret, a moment ago. An app that is described by a document on the web is read
 * from its stored row: the document is not fetched.
 */
export function findClient(id: string): Promise<Client | null> {
  const { clients } = requestScope();
  const known = clients.get(id) ?? ask((records) => records.findClient(id));
  clients.set(id, known);
  return known;
}
