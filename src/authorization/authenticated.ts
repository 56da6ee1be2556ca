import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';

/**
 * Everything that one query finds behind a token: its caller, and what it prefetched for the route.
 * `Payment` is the view of a payment, whose type belongs to the feature `payments`.
 */
export interface Authenticated<Payment = unknown> {
  readonly caller: Caller;
  /** The account, read together with the token so that a balance costs no further query. */
  readonly account: AccountView;
  /** The whole list, if the route `lists` and the caller wants few records; else null. */
  readonly newest: readonly string[] | null;
  /** The payment that the route prefetches; null if it prefetches none. */
  readonly paymentView: Payment | null;
}
