import type { GrantGeneration } from '../../authorization/app-grant.ts';
import type { ChallengeMethod } from '../../authorization/challenge-method.ts';
import type { OauthEndpoint } from '../../authorization/oauth-endpoint.ts';
import type { Scope } from '../../authorization/scope.ts';

/**
 * Port: the protocol of OAuth 2.0. Requests reach it in the standard's form, and its answers are
 * data; converting them from and to HTTP is done elsewhere.
 */
export interface AuthorizationServer {
  /**
   * Begins at the authorization endpoint (RFC 6749, 3.1): sends the browser to the page that asks
   * the user.
   */
  begin(request: AuthorizationRequest, cookies: string): Promise<BrowserStep>;
  /** Sends the browser back to the app, after the user's answer. */
  resume(id: string, cookies: string): Promise<BrowserStep>;
  /**
   * Finds a request for a signed-in user, who then gets the time to decide. Null when there is no
   * such request, or it is not this browser's.
   */
  findRequest(id: string, cookies: string): Promise<PendingRequest | null>;
  /**
   * Notes the user's answer to a request, and says where the browser goes next; null when the
   * request is gone. It may be repeated.
   */
  answerRequest(id: string, cookies: string, answer: Answer): Promise<string | null>;
  /** Answers an app that calls an endpoint directly, without a browser. */
  call(endpoint: OauthEndpoint, form: ClientForm): Promise<OauthAnswer>;
  /** Authorization server metadata (RFC 8414), as far as this server knows it. */
  describe(): Promise<Readonly<Record<string, unknown>>>;
}

/** The page to which apps send their users. */
export const AUTHORIZATION_PATH = '/oauth';

export interface AuthorizationRequest {
  /** The parameters of the request, unchanged. Repeated ones are refused. */
  readonly parameters: URLSearchParams;
  /** What is wrong with the scopes; null if nothing is. */
  readonly scopeProblem: string | null;
  /**
   * Whether the app sent a PKCE challenge of method "plain", from which the one here was derived.
   */
  readonly isPlain: boolean;
}

/**
 * The parameters of a call, with the app's id and secret among them, wherever the app had put them.
 */
export interface ClientForm {
  readonly parameters: URLSearchParams;
  /** Whether the app sent its secret in the header, where that of a public client is ignored. */
  readonly isBasic: boolean;
}

/** What the browser does next. Each cookie is a whole `Set-Cookie` value. */
export type BrowserStep =
  | { readonly kind: 'redirected'; readonly to: string; readonly cookies: readonly string[] }
  /** A page of this service says that the app's request is wrong, or the app unknown. */
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly description: string;
      /**
       * The address where the app learns of the error (RFC 6749, 4.1.2.1), if the person chooses to
       * go there. Null unless app and callback are known to be valid.
       */
      readonly backTo: string | null;
      readonly cookies: readonly string[];
    };

/** An app's authorization request that waits for the user. */
export interface PendingRequest {
  readonly clientId: string;
  /**
   * The address that the answer goes to, as the app asked: its port may differ from the registered
   * one.
   */
  readonly callback: string;
  readonly scopes: readonly Scope[];
  /** The PKCE method that the app used, before conversion to the standard's form. */
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
