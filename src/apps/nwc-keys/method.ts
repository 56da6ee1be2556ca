import { ALL_SCOPES, type Scope } from '../../authorization/scope.ts';

/** Methods that apps may call (NIP-47, Commands), in the order in which answers name them. */
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

/** Notifications that apps are sent (NIP-47, Notifications). */
export const NWC_NOTIFICATIONS = ['payment_received', 'payment_sent'] as const;

export type NwcNotification = (typeof NWC_NOTIFICATIONS)[number];

/** How one method or notification is bound to scopes. */
interface MethodScopes {
  /** Scopes of which one suffices to use the method; `always` for what every connection may do. */
  readonly permittedBy: readonly Scope[] | 'always';
  /** Scopes that an app gets when it asks for the method: no more than it needs. */
  readonly asks: readonly Scope[];
}

const SCOPES_OF: Readonly<Record<NwcMethod | NwcNotification, MethodScopes>> = {
  // The answer of get_info names the lightning address, so an app that asks for it gets
  // `account:read`.
  get_info: { permittedBy: 'always', asks: ['account:read'] },
  get_budget: { permittedBy: 'always', asks: [] },
  get_balance: only('balance:read'),
  make_invoice: only('invoices:create'),
  pay_invoice: only('payments:send'),
  pay_keysend: only('payments:send'),
  // A connection may look up what it made itself: see `lookupReach`, and `scopesFor`.
  lookup_invoice: {
    permittedBy: ['invoices:read', 'transactions:read', 'invoices:create', 'payments:send'],
    asks: [],
  },
  list_transactions: {
    permittedBy: ['invoices:read', 'transactions:read'],
    asks: ['invoices:read', 'transactions:read'],
  },
  payment_received: only('invoices:read'),
  payment_sent: only('transactions:read'),
};

function only(scope: Scope): MethodScopes {
  return { permittedBy: [scope], asks: [scope] };
}

export const isNwcMethod = (name: string): name is NwcMethod =>
  NWC_METHODS.some((known) => known === name);

export function isPermitted(
  what: NwcMethod | NwcNotification,
  scopes: ReadonlySet<Scope>,
): boolean {
  const { permittedBy } = SCOPES_OF[what];
  return permittedBy === 'always' || permittedBy.some((scope) => scopes.has(scope));
}

/** Methods and notifications that an app asks for. */
export interface RequestedMethods {
  readonly methods: readonly NwcMethod[];
  readonly notifications: readonly NwcNotification[];
}

/**
 * The fewest scopes that permit everything asked for. There is always one, as a connection without
 * scopes could do nothing.
 */
export function scopesFor({ methods, notifications }: RequestedMethods): readonly Scope[] {
  const asked = new Set([...methods, ...notifications].flatMap((one) => SCOPES_OF[one].asks));
  // An app that makes invoices or pays may look up its own; any other needs to see those of the
  // user.
  if (methods.includes('lookup_invoice') && !isPermitted('lookup_invoice', asked)) {
    asked.add('invoices:read').add('transactions:read');
  }
  if (asked.size === 0) asked.add('account:read');
  return ALL_SCOPES.filter((scope) => asked.has(scope));
}

/** Sorts names of methods into those that this wallet has, and those that it has not. */
export function sortMethods(names: readonly string[]): {
  readonly known: readonly NwcMethod[];
  readonly unknown: readonly string[];
} {
  return {
    known: names.filter(isNwcMethod),
    // Infos of wallets list `notifications` among the methods, but apps ask for those separately.
    unknown: names.filter((name) => !isNwcMethod(name) && name !== 'notifications'),
  };
}

export const permittedMethods = (scopes: ReadonlySet<Scope>): readonly NwcMethod[] =>
  NWC_METHODS.filter((method) => isPermitted(method, scopes));

export const permittedNotifications = (scopes: ReadonlySet<Scope>): readonly NwcNotification[] =>
  NWC_NOTIFICATIONS.filter((kind) => isPermitted(kind, scopes));

/**
 * Which invoices and payments a look-up may find: all of the user, or those of its own connection.
 */
export interface LookupReach {
  readonly incoming: 'all' | 'own';
  readonly outgoing: 'all' | 'own';
}

/**
 * Says which invoices and payments a connection may look up. One that may pay or make invoices must
 * learn how these end, whatever else it may read.
 */
export const lookupReach = (scopes: ReadonlySet<Scope>): LookupReach => ({
  incoming: scopes.has('invoices:read') ? 'all' : 'own',
  outgoing: scopes.has('transactions:read') ? 'all' : 'own',
});

export type ListDirection = 'incoming' | 'outgoing' | 'both';

/** The part of a list that an app with the given scopes may see; null if none. */
export function listReach(asked: ListDirection, scopes: ReadonlySet<Scope>): ListDirection | null {
  const [mayIn, mayOut] = [scopes.has('invoices:read'), scopes.has('transactions:read')];
  const [showsIn, showsOut] = [mayIn && asked !== 'outgoing', mayOut && asked !== 'incoming'];
  if (showsIn && showsOut) return 'both';
  if (showsIn) return 'incoming';
  return showsOut ? 'outgoing' : null;
}

/** Whether a method spends money. Null stands for a method that could not be read. */
export const isPayMethod = (method: string | null): method is 'pay_invoice' | 'pay_keysend' =>
  method === 'pay_invoice' || method === 'pay_keysend';
