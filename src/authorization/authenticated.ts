import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';

/**
 * Everything that one query finds by a token: the caller, and what the route needs besides.
 * `Payment` is the type of a payment; it is a type parameter because the feature `payments` defines
 * it.
 */
export interface Authenticated<Payment = unknown> {
  readonly caller: Caller;
  /**
   * The account of the caller. It is read in the same query as the token, so that showing a balance
   * needs no other.
   */
  readonly account: AccountView;
  /**
   * The newest records of the caller as JSON, if the route shows a list of them; otherwise null.
   */
  readonly newest: readonly string[] | null;
  /** The payment that the route wanted to be read in the same query; null if there is none. */
  readonly paymentView: Payment | null;
}
