import { ALL_SCOPES, type Scope } from './scope.ts';

/**
 * Who makes a call: the app grant or token, its user and their wallet. One statement reads it by
 * the bearer token.
 */
export interface Caller {
  /**
   * The id of the app grant or token that acts. Two callers with different ids may use the same
   * idempotency key.
   */
  readonly grantId: string;
  readonly userId: string;
  /** The app that holds the token; null for a personal token. */
  readonly clientId: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** The grant id for operators' commands, which act without a token and without a budget. */
export const OPERATOR_GRANT = 'operator';

export type AccessRefusal =
  /** There was no token, or it is unknown, or its user is disabled. */
  | { readonly kind: 'invalid_token' }
  | { readonly kind: 'expired_token' }
  | { readonly kind: 'insufficient_scope'; readonly needed: Scope };

/** The refusal of a good token that waits until operators lift a lockdown. */
export interface LockdownRefusal {
  readonly kind: 'locked_down';
}

/** The grant id for what people do themselves in their browser. */
export const WEB_GRANT = 'web';

/** Makes the caller for a user who is signed in and acts in their browser. */
export const webCaller = (userId: string): Caller => ({
  grantId: WEB_GRANT,
  userId,
  clientId: null,
  scopes: new Set(ALL_SCOPES),
});
