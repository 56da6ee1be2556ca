import type { GrantGeneration } from '../../authorization/app-grant.ts';
import type { ChallengeMethod } from '../../authorization/challenge-method.ts';
import type { OauthEndpoint } from '../../authorization/oauth-endpoint.ts';
import type { Scope } from '../../authorization/scope.ts';

/**
 * Port: the protocol OAuth 2.0. It gets requests in the form of the standard and returns answers as
 * data. Other code reads the requests from HTTP and writes the answers to HTTP.
 */
export interface AuthorizationServer {
  /**
   * Begins an authorization, as the authorization endpoint does (RFC 6749, 3.1): sends the browser
   * to the page that asks the user for consent.
   */
  begin(request: AuthorizationRequest, cookies: string): Promise<BrowserStep>;
  /** Sends the browser back to the app after the user has answered. */
  resume(id: string, cookies: string): Promise<BrowserStep>;
  /**
   * Finds an authorization request for a signed-in user, and extends its life so that they have
   * time to decide. Null if there is no such request, or if it belongs to another browser.
   */
  findRequest(id: string, cookies: string): Promise<PendingRequest | null>;
  /**
   * Stores the user's answer to an authorization request, and returns where the browser goes next;
   * null if the request no longer exists. The call may be repeated.
   */
  answerRequest(id: string, cookies: string, answer: Answer): Promise<string | null>;
  /** Answers an app that calls an OAuth endpoint directly, without a browser. */
  call(endpoint: OauthEndpoint, form: ClientForm): Promise<OauthAnswer>;
  /** Authorization server metadata (RFC 8414), as far as the OAuth library provides it. */
  describe(): Promise<Readonly<Record<string, unknown>>>;
}

/** The path of the authorization endpoint, to which apps send their users. */
export const AUTHORIZATION_PATH = '/oauth';

export interface AuthorizationRequest {
  /** The parameters of the request, unchanged. Repeated parameters are refused. */
  readonly parameters: URLSearchParams;
  /** What is wrong with the requested scopes; null if nothing is. */
  readonly scopeProblem: string | null;
  /**
   * Whether the app sent a PKCE challenge of method "plain". The challenge in `parameters` was then
   * derived from it, for method S256.
   */
  readonly isPlain: boolean;
}

/**
 * The parameters of a call, which include the app's id and secret, wherever in the request the app
 * had put them.
 */
export interface ClientForm {
  readonly parameters: URLSearchParams;
  /**
   * Whether the app sent its secret in the header `Authorization`. A secret there is ignored for a
   * public client, which has none.
   */
  readonly isBasic: boolean;
}

/** What the browser does next. Each cookie is the full value of a `Set-Cookie` header. */
export type BrowserStep =
  | { readonly kind: 'redirected'; readonly to: string; readonly cookies: readonly string[] }
  /** A page of this service says that the app is unknown, or that its request is wrong. */
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly description: string;
      /**
       * The URL at which the app is told of the error (RFC 6749, 4.1.2.1), if the person chooses to
       * go there. Null unless the app is known and the callback belongs to it.
       */
      readonly backTo: string | null;
      readonly cookies: readonly string[];
    };

/** An app's authorization request that waits for the user's answer. */
export interface PendingRequest {
  readonly clientId: string;
  /** The callback URL as the app sent it. Its port may differ from that of the registered one. */
  readonly callback: string;
  readonly scopes: readonly Scope[];
  /** The PKCE method that the app used, before a "plain" challenge was converted to S256. */
  readonly challenge: ChallengeMethod;
}

export type Answer =
  | {
      readonly kind: 'approved';
      readonly userId: string;
      readonly appGrant: GrantGeneration;
    }
  | { readonly kind: 'denied' };

export interface OauthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
