import type { GrantGeneration } from '../../authorization/app-grant.ts';
import type { ChallengeMethod } from '../../authorization/challenge-method.ts';
import type { OauthEndpoint } from '../../authorization/oauth-endpoint.ts';
import type { Scope } from '../../authorization/scope.ts';

/**
 * Port: the protocol of OAuth 2.0. Requests have been converted to the standard's form before;
 * answers are data, which is put on the wire elsewhere.
 */
export interface AuthorizationServer {
  /**
   * The authorization endpoint (RFC 6749, 3.1): asks the user by redirecting to the consent page.
   */
  begin(request: AuthorizationRequest, cookies: string): Promise<BrowserStep>;
  /** Redirects back to the app, after the user's answer. */
  resume(id: string, cookies: string): Promise<BrowserStep>;
  /**
   * Finds a request for a signed-in user, who is then given the time to decide. Null when there is
   * no such request, or none for this browser.
   */
  findRequest(id: string, cookies: string): Promise<PendingRequest | null>;
  /**
   * Answers a request, and says where the browser goes next; null when the request is gone. May be
   * repeated.
   */
  answerRequest(id: string, cookies: string, answer: Answer): Promise<string | null>;
  /** Answers an app at an endpoint that it calls directly. */
  call(endpoint: OauthEndpoint, form: ClientForm): Promise<OauthAnswer>;
  /** Authorization server metadata (RFC 8414), as far as this server knows it. */
  describe(): Promise<Readonly<Record<string, unknown>>>;
}

/** The page to which apps send their users. */
export const AUTHORIZATION_PATH = '/oauth';

export interface AuthorizationRequest {
  /** The standard's parameters, unchanged; repeated ones are refused. */
  readonly parameters: URLSearchParams;
  /** The problem with the scopes; null if there is none. */
  readonly scopeProblem: string | null;
  /** Whether the challenge was derived from one of the method "plain". */
  readonly isPlain: boolean;
}

/** Client id and secret are among the parameters, wherever the app put them. */
export interface ClientForm {
  readonly parameters: URLSearchParams;
  /** Whether the secret came in the header: a public client's is ignored there. */
  readonly isBasic: boolean;
}

/** The next step of a browser. Each cookie is a whole `Set-Cookie` value. */
export type BrowserStep =
  | { readonly kind: 'redirected'; readonly to: string; readonly cookies: readonly string[] }
  /** A page of ours tells that the app's request is wrong, or that the app is not known. */
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly description: string;
      /**
       * The address where the app learns of the error (RFC 6749, 4.1.2.1), if the person chooses to
       * go there. Null unless client and callback are known to be valid.
       */
      readonly backTo: string | null;
      readonly cookies: readonly string[];
    };

/** An app's authorization request that waits for the user. */
export interface PendingRequest {
  readonly clientId: string;
  /** The address for the answer, as the app asked: its port may differ from the registered one. */
  readonly callback: string;
  readonly scopes: readonly Scope[];
  /** The challenge method as the app sent it, before conversion to the standard's form. */
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
