import type { Scope } from './scope.ts';

/** Who calls, as one statement over the bearer token tells: the grant, its user and his wallet. */
export interface Caller {
  /** The token that acts; idempotency keys belong to it. */
  readonly grantId: string;
  readonly userId: string;
  /** The app whose token it is; null: a personal token. */
  readonly clientId: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

export type AccessRefusal =
  /** No token, or one that we do not know, or one of a disabled user. */
  | { readonly kind: 'invalid_token' }
  | { readonly kind: 'expired_token' }
  | { readonly kind: 'insufficient_scope'; readonly needed: Scope };
