import { ALL_SCOPES, type Scope } from '../../access/scope.ts';
import { isNwcMethod, isPermitted, type NwcMethod, type NwcNotification } from './method.ts';

/** What an app asks to be able to do. */
export interface AskedMethods {
  readonly methods: readonly NwcMethod[];
  readonly notifications: readonly NwcNotification[];
}

/** No more than each of them needs. */
const NEEDS: Readonly<Record<NwcMethod | NwcNotification, readonly Scope[]>> = {
  // It tells the lightning address.
  get_info: ['account:read'],
  get_budget: [],
  get_balance: ['balance:read'],
  make_invoice: ['invoices:create'],
  pay_invoice: ['payments:send'],
  pay_keysend: ['payments:send'],
  lookup_invoice: [],
  list_transactions: ['invoices:read', 'transactions:read'],
  payment_received: ['invoices:read'],
  payment_sent: ['transactions:read'],
};

/** The fewest scopes that permit all of it; never none, as a connection may do something. */
export function scopesOf({ methods, notifications }: AskedMethods): readonly Scope[] {
  const needed = new Set([...methods, ...notifications].flatMap((one) => NEEDS[one]));
  // Whoever makes invoices or pays may look up its own; others need to see those of the user.
  if (methods.includes('lookup_invoice') && !isPermitted('lookup_invoice', needed)) {
    needed.add('invoices:read').add('transactions:read');
  }
  if (needed.size === 0) needed.add('account:read');
  return ALL_SCOPES.filter((scope) => needed.has(scope));
}

/** What of a list of methods this wallet has, and what it has not. */
export function sortMethods(names: readonly string[]): {
  readonly known: readonly NwcMethod[];
  readonly unknown: readonly string[];
} {
  return {
    known: names.filter(isNwcMethod),
    // In infos of wallets this word stands among the methods; what it means is asked for apart.
    unknown: names.filter((name) => !isNwcMethod(name) && name !== 'notifications'),
  };
}
