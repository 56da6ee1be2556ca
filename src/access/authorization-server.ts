import type { GrantGeneration } from './app-grant.ts';
import type { ChallengeMethod } from './challenge-method.ts';
import type { Scope } from './scope.ts';

/**
 * Port: the protocol of OAuth 2.0. What it is asked has been brought into the one form of the
 * standard before; what it answers is data, which is put on the wire elsewhere.
 */
export interface AuthorizationServer {
  /** The authorization endpoint (RFC 6749, 3.1): asks the user, by leading to the consent page. */
  begin(request: AuthorizationRequest, cookies: string): Promise<BrowserStep>;
  /** After the user's answer: leads back to the app. */
  resume(id: string, cookies: string): Promise<BrowserStep>;
  /**
   * For someone who is signed in, who gets the time to decide. Null when there is none, or not for
   * this browser.
   */
  findRequest(id: string, cookies: string): Promise<PendingRequest | null>;
  /** Where the browser goes on; null when the request is gone. May be repeated. */
  answerRequest(id: string, cookies: string, answer: Answer): Promise<string | null>;
  /** One of the endpoints that apps call themselves. */
  call(endpoint: Endpoint, form: ClientForm): Promise<OauthAnswer>;
  /** Authorization server metadata (RFC 8414), as far as it is its own to say. */
  describe(): Promise<Readonly<Record<string, unknown>>>;
}

/** Of the pages: where apps send their users. */
export const AUTHORIZATION_PATH = '/oauth';

export type Endpoint = 'token' | 'revocation' | 'introspection';

export interface AuthorizationRequest {
  /** Of the standard, as they came; those that came twice are refused. */
  readonly parameters: URLSearchParams;
  /** What is wrong with the scopes, if anything is. */
  readonly scopeProblem: string | null;
  /** Whether the challenge was made from one of the method "plain". */
  readonly isPlain: boolean;
}

/** Client and secret stand among the parameters, wherever the app put them. */
export interface ClientForm {
  readonly parameters: URLSearchParams;
  /** Whether the secret came by the header: a public client's is ignored there. */
  readonly isBasic: boolean;
}

/** Cookies are whole values of `Set-Cookie`. */
export type BrowserStep =
  | { readonly kind: 'redirected'; readonly to: string; readonly cookies: readonly string[] }
  /** For a page of ours: the request of the app is wrong, or it is not known who asks. */
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly description: string;
      /**
       * Where the error is told to the app (RFC 6749, 4.1.2.1), for a person who chooses to go
       * there. Null where client or callback are not known to be good.
       */
      readonly backTo: string | null;
      readonly cookies: readonly string[];
    };

/** An app's authorization request, which waits for the user. */
export interface PendingRequest {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** As the app sent it, before it was brought into one form. */
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
