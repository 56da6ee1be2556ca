import type { Scope } from '../../access/scope.ts';

/** What an app may ask for (NIP-47, Commands), in the order in which we name it. */
export const NWC_METHODS = [
  'get_info',
  'get_balance',
  'get_budget',
  'make_invoice',
  'pay_invoice',
  'pay_keysend',
  'lookup_invoice',
  'list_transactions',
] as const;

export type NwcMethod = (typeof NWC_METHODS)[number];

/** What an app is told unasked (NIP-47, Notifications). */
export const NWC_NOTIFICATIONS = ['payment_received', 'payment_sent'] as const;

export type NwcNotification = (typeof NWC_NOTIFICATIONS)[number];

/** One of these scopes is enough; `always` for what every connection may do. */
type Permit = readonly Scope[] | 'always';

/** The one place that says what a scope allows over this protocol. */
const PERMITS: Readonly<Record<NwcMethod | NwcNotification, Permit>> = {
  get_info: 'always',
  get_budget: 'always',
  get_balance: ['balance:read'],
  make_invoice: ['invoices:create'],
  pay_invoice: ['payments:send'],
  pay_keysend: ['payments:send'],
  // What a connection made itself it may look up: see `lookupReach`.
  lookup_invoice: ['invoices:read', 'transactions:read', 'invoices:create', 'payments:send'],
  list_transactions: ['invoices:read', 'transactions:read'],
  payment_received: ['invoices:read'],
  payment_sent: ['transactions:read'],
};

export const isNwcMethod = (name: string): name is NwcMethod =>
  NWC_METHODS.some((known) => known === name);

export function isPermitted(
  what: NwcMethod | NwcNotification,
  scopes: ReadonlySet<Scope>,
): boolean {
  const permit = PERMITS[what];
  return permit === 'always' || permit.some((scope) => scopes.has(scope));
}

export const permittedMethods = (scopes: ReadonlySet<Scope>): readonly NwcMethod[] =>
  NWC_METHODS.filter((method) => isPermitted(method, scopes));

export const permittedNotifications = (scopes: ReadonlySet<Scope>): readonly NwcNotification[] =>
  NWC_NOTIFICATIONS.filter((kind) => isPermitted(kind, scopes));

/** Whose invoices and payments a look-up may find: all of the user, or those of its connection. */
export interface LookupReach {
  readonly incoming: 'all' | 'own';
  readonly outgoing: 'all' | 'own';
}

/** A connection that may pay or make invoices must learn their end, whatever else it may read. */
export const lookupReach = (scopes: ReadonlySet<Scope>): LookupReach => ({
  incoming: scopes.has('invoices:read') ? 'all' : 'own',
  outgoing: scopes.has('transactions:read') ? 'all' : 'own',
});

export type ListDirection = 'incoming' | 'outgoing' | 'both';

/** What a list shows of what was asked for; null if it may show none of it. */
export function listReach(asked: ListDirection, scopes: ReadonlySet<Scope>): ListDirection | null {
  const [mayIn, mayOut] = [scopes.has('invoices:read'), scopes.has('transactions:read')];
  const [showsIn, showsOut] = [mayIn && asked !== 'outgoing', mayOut && asked !== 'incoming'];
  if (showsIn && showsOut) return 'both';
  if (showsIn) return 'incoming';
  return showsOut ? 'outgoing' : null;
}

/** Whether it spends. Null stands for one that could not be read. */
export const isPayMethod = (method: string | null): method is 'pay_invoice' | 'pay_keysend' =>
  method === 'pay_invoice' || method === 'pay_keysend';
