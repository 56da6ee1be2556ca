/** Expected reasons why an account stays open. */
export type CloseRefusal =
  /** Open payments must end first: until then it is not known to whom the money belongs. */
  | { readonly kind: 'open_payments' }
  /** The wallet holds another amount than the one that its owner agreed to give up. */
  | { readonly kind: 'balance_left' }
  /** The last admin cannot close their account, as someone has to operate the service. */
  | { readonly kind: 'last_admin' };
