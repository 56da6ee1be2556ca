import type { Sat } from '../base/amount.ts';
import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';

/**
 * Everything that one query finds by a token: the caller, and what the route needs besides.
 * `Payment` is the type of a payment; it is a type parameter because the feature `payments` defines
 * it.
 */
export interface Authenticated<Payment = unknown> {
  readonly caller: Caller;
  /** What the caller can spend. It is read in the same query as the token. */
  readonly balanceSat: Sat;
  /** The account of the caller, if the route shows it; otherwise null. */
  readonly account: AccountView | null;
  /**
   * The newest records of the caller as JSON, if the route shows a list of them; otherwise null.
   */
  readonly newest: readonly string[] | null;
  /** The payment that the route wanted to be read in the same query; null if there is none. */
  readonly paymentView: Payment | null;
}
