import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';

/**
 * Everything that one query finds by a token: its caller, and what the route wants read along.
 * `Payment` is the type of a payment, which belongs to the feature `payments`.
 */
export interface Authenticated<Payment = unknown> {
  readonly caller: Caller;
  /** The account, read together with the token so that a balance costs no further query. */
  readonly account: AccountView;
  /** The whole list of records, where a route lists few enough of them; else null. */
  readonly newest: readonly string[] | null;
  /** The payment that the route wants read along; null if it wants none. */
  readonly paymentView: Payment | null;
}
