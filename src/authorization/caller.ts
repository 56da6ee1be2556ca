import { ALL_SCOPES, type Scope } from './scope.ts';

/**
 * Who makes a call: the grant, its user and their wallet, read by one statement from the bearer
 * token.
 */
export interface Caller {
  /** The id of the app grant or token that acts. Idempotency keys belong to it. */
  readonly grantId: string;
  readonly userId: string;
  /** The app that holds the token; null for a personal token. */
  readonly clientId: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** The grant of operators' commands, which have no token and no budget. */
export const OPERATOR_GRANT = 'operator';

export type AccessRefusal =
  /** There was no token, or an unknown one, or its user is disabled. */
  | { readonly kind: 'invalid_token' }
  | { readonly kind: 'expired_token' }
  | { readonly kind: 'insufficient_scope'; readonly needed: Scope };

/** The grant of what people do themselves, in their browser. */
export const WEB_GRANT = 'web';

/** Makes the caller for a user who is signed in and acts in their browser. */
export const webCaller = (userId: string): Caller => ({
  grantId: WEB_GRANT,
  userId,
  clientId: null,
  scopes: new Set(ALL_SCOPES),
});
