import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Budget, BudgetView } from '../../../authorization/budget.ts';
import type { Scope } from '../../../authorization/scope.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { type ApproveConsentDeps, approveConsent } from '../../approve-consent.ts';
import { type ClientStore, siteOf } from '../../client.ts';
import {
  MAX_OAUTH_PARAMETER_LENGTH,
  MAX_OAUTH_QUERY_LENGTH,
  MAX_OAUTH_STATE_LENGTH,
} from '../../limits.ts';
import type { AuthorizationServer, BrowserStep, PendingRequest } from '../authorization-server.ts';
import { normalizeAuthorization } from './normalize-authorization.ts';

/**
 * The steps of OAuth that happen in the user's browser. An app sends a user with an authorization
 * request to `begin`. The page at `consentPath(id)` shows the request and answers it by `approve`
 * or `deny`. Then `resume` returns to the app. Nothing is kept in memory between the steps.
 */
export interface Authorization {
  /** Checks the app's request and sends the browser to the consent page (GET /oauth). */
  begin(browser: BrowserCall): Promise<BrowserStep>;
  /** Sends the browser back to the app after the user's answer (GET /oauth/:id). */
  resume(browser: BrowserCall, id: string): Promise<BrowserStep>;
  /**
   * Reads what the consent page shows. Null if the request does not exist, is too old, or belongs
   * to another browser; the page then answers with status 400.
   */
  details(browser: BrowserCall, id: string, userId: string): Promise<ConsentDetails | null>;
  /**
   * Grants a request, and returns where to send the browser (by status 303). The call may be
   * repeated.
   */
  approve(browser: BrowserCall, id: string, choice: ConsentChoice): Promise<ConsentOutcome>;
  deny(browser: BrowserCall, id: string, choice: ConsentDenial): Promise<ConsentOutcome>;
}

/** The path of the consent page for an authorization request. */
export const consentPath = (id: string): string => `/consent/${id}`;

/** The parts of a browser's request that OAuth needs. */
export interface BrowserCall {
  /** The path and the query of the browser's request. */
  readonly url: string;
  /** The header `Cookie` of the browser's request, unchanged. */
  readonly cookie: string | undefined;
}

export interface ConsentDetails {
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    /** The host and port of the app's callback, to which the browser will return. */
    readonly callbackHost: string;
  };
  readonly scopes: readonly Scope[];
  /**
   * The grant that the user has given this app before, to which a new consent adds; null if there
   * is none.
   */
  readonly appGrant: {
    readonly id: string;
    readonly scopes: readonly Scope[];
    readonly budget: BudgetView | null;
  } | null;
  /**
   * A ticket for the consent form. It makes the answer valid for this request and this user only.
   */
  readonly ticket: string;
}

export interface ConsentDenial {
  /** The user who is signed in when the form is sent. */
  readonly userId: string;
  /** The ticket that was sent with the consent form. */
  readonly ticket: string;
}

export interface ConsentChoice extends ConsentDenial {
  /**
   * The budget that the user chose. `keep` changes no budget: an existing app grant keeps its own,
   * and a new app grant has none.
   */
  readonly budget: 'keep' | Budget | null;
}

export type ConsentOutcome = Result<{ readonly to: string }, ConsentRefusal>;

export type ConsentRefusal =
  /**
   * The request does not exist, was answered, is too old, or belongs to another browser. The status
   * is 400.
   */
  | { readonly kind: 'request_gone' }
  /** The form was made for another request or another user. The status is 403. */
  | { readonly kind: 'wrong_ticket' };

export interface AuthorizationDeps extends ApproveConsentDeps {
  readonly server: () => AuthorizationServer;
  readonly clients: ClientStore;
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { server } = deps;
  return {
    begin: async ({ url, cookie = '' }) => {
      if (url.length > MAX_OAUTH_QUERY_LENGTH) return TOO_LONG;
      const query = new URLSearchParams(url.split('?').slice(1).join('?'));
      const request = normalizeAuthorization(query);
      if ([...request.parameters].some(isTooLong)) return TOO_LONG;
      return await server().begin(request, cookie);
    },
    resume: ({ cookie = '' }, id) => server().resume(id, cookie),
    details: async ({ cookie = '' }, id, userId) => {
      const request = await server().findRequest(id, cookie);
      return request === null ? null : await readDetails(deps, request, id, userId);
    },
    approve: async ({ cookie = '' }, id, { userId, ticket, budget }) => {
      const request = await server().findRequest(id, cookie);
      if (request === null) return GONE;
      if (!isTicket(ticket, id, userId)) return WRONG_TICKET;
      const appGrant = await approveConsent(deps, { ...request, userId, budget });
      if (appGrant === null) return GONE;
      const answer = { kind: 'approved', userId, appGrant } as const;
      return conclude(await server().answerRequest(id, cookie, answer));
    },
    deny: async ({ cookie = '' }, id, { userId, ticket }) => {
      if (!isTicket(ticket, id, userId)) return WRONG_TICKET;
      return conclude(await server().answerRequest(id, cookie, { kind: 'denied' }));
    },
  };
}

const isTooLong = ([name, value]: [string, string]): boolean =>
  value.length > (name === 'state' ? MAX_OAUTH_STATE_LENGTH : MAX_OAUTH_PARAMETER_LENGTH);

const TOO_LONG: BrowserStep = {
  kind: 'refused',
  error: 'invalid_request',
  description: 'the request is too long',
  backTo: null,
  cookies: [],
};

const GONE = refuse({ kind: 'request_gone' } as const);
const WRONG_TICKET = refuse({ kind: 'wrong_ticket' } as const);

const conclude = (to: string | null): ConsentOutcome => (to === null ? GONE : accept({ to }));

async function readDetails(
  { clients, appGrants, budgets, clock }: AuthorizationDeps,
  { clientId, callback, scopes }: PendingRequest,
  id: string,
  userId: string,
): Promise<ConsentDetails | null> {
  const client = await clients.findClient(clientId);
  if (client === null) return null;
  const appGrant = await appGrants.findAppGrantWith(userId, clientId);
  const found =
    appGrant === null
      ? new Map<string, BudgetView>()
      : await budgets.readBudgets(userId, [appGrant.id], clock.now());
  const { name } = client;
  return {
    client: { id: clientId, name, url: siteOf(client), callbackHost: new URL(callback).host },
    scopes,
    appGrant:
      appGrant === null
        ? null
        : {
            id: appGrant.id,
            scopes: appGrant.scopes,
            budget: found.get(appGrant.id) ?? null,
          },
    ticket: ticketOf(id, userId),
  };
}

/**
 * Makes the ticket of a request. It is derived from the request's id, which is a secret that only
 * this browser and the service know.
 */
const ticketOf = (id: string, userId: string): string =>
  createHmac('sha256', id).update(userId).digest('base64url');

function isTicket(text: string, id: string, userId: string): boolean {
  const [given, right] = [Buffer.from(text), Buffer.from(ticketOf(id, userId))];
  return given.length === right.length && timingSafeEqual(given, right);
}
