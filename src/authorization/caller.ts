import { ALL_SCOPES, type Scope } from './scope.ts';

/**
 * The caller, read in one statement from the bearer token: the grant, its user and their wallet.
 */
export interface Caller {
  /** The grant that acts; idempotency keys belong to it. */
  readonly grantId: string;
  readonly userId: string;
  /** The app that holds the token; null for a personal token. */
  readonly clientId: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** The operator's own command, in place of a token: it has no budget. */
export const OPERATOR_GRANT = 'operator';

export type AccessRefusal =
  /** There is no token, or it is unknown, or its user is disabled. */
  | { readonly kind: 'invalid_token' }
  | { readonly kind: 'expired_token' }
  | { readonly kind: 'insufficient_scope'; readonly needed: Scope };

/** The grant of what people do themselves, in their browser. */
export const WEB_GRANT = 'web';

/** A signed-in user in their browser, as a caller. */
export const webCaller = (userId: string): Caller => ({
  grantId: WEB_GRANT,
  userId,
  clientId: null,
  scopes: new Set(ALL_SCOPES),
});
