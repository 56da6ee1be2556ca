import { ALL_SCOPES, type Scope } from '../../authorization/scope.ts';

/** The methods that apps can call (NIP-47, Commands), in the order in which answers list them. */
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

/** The notifications that apps can get (NIP-47, Notifications). */
export const NWC_NOTIFICATIONS = ['payment_received', 'payment_sent'] as const;

export type NwcNotification = (typeof NWC_NOTIFICATIONS)[number];

/** Which scopes belong to a method or notification of Nostr Wallet Connect. */
interface MethodScopes {
  /**
   * Any one of these scopes is enough to use the method; `always` if every connection may use it,
   * whatever its scopes.
   */
  readonly permittedBy: readonly Scope[] | 'always';
  /** The scopes that an app gets if it asks for the method. They are the fewest that it needs. */
  readonly asks: readonly Scope[];
}

const SCOPES_OF: Readonly<Record<NwcMethod | NwcNotification, MethodScopes>> = {
  // An app that asks for get_info gets the scope `account:read` too, as the answer contains the
  // lightning address only with it.
  get_info: { permittedBy: 'always', asks: ['account:read'] },
  get_budget: { permittedBy: 'always', asks: [] },
  get_balance: only('balance:read'),
  make_invoice: only('invoices:create'),
  pay_invoice: only('payments:send'),
  pay_keysend: only('payments:send'),
  // Any connection that makes invoices or payments may look up those that it made: see
  // `lookupReach` and `scopesFor`.
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

/** Methods and notifications for which an app asks when it asks to be connected. */
export interface RequestedMethods {
  readonly methods: readonly NwcMethod[];
  readonly notifications: readonly NwcNotification[];
}

/**
 * The fewest scopes that permit everything that an app asks for. There is always at least one,
 * because a connection without scopes could do nothing.
 */
export function scopesFor({ methods, notifications }: RequestedMethods): readonly Scope[] {
  const asked = new Set([...methods, ...notifications].flatMap((one) => SCOPES_OF[one].asks));
  // An app that makes invoices or payments needs no further scope to look up those that it made.
  // Any other app has made none, so it gets the scopes to read all of the user's.
  if (methods.includes('lookup_invoice') && !isPermitted('lookup_invoice', asked)) {
    asked.add('invoices:read').add('transactions:read');
  }
  if (asked.size === 0) asked.add('account:read');
  return ALL_SCOPES.filter((scope) => asked.has(scope));
}

/** Sorts names of methods into those that this wallet has and those that it does not have. */
export function sortMethods(names: readonly string[]): {
  readonly known: readonly NwcMethod[];
  readonly unknown: readonly string[];
} {
  return {
    known: names.filter(isNwcMethod),
    // The name `notifications` is not reported as unknown: wallets announce it among their methods,
    // so apps may repeat it there. Which notifications an app wants stands in another parameter.
    unknown: names.filter((name) => !isNwcMethod(name) && name !== 'notifications'),
  };
}

export const permittedMethods = (scopes: ReadonlySet<Scope>): readonly NwcMethod[] =>
  NWC_METHODS.filter((method) => isPermitted(method, scopes));

export const permittedNotifications = (scopes: ReadonlySet<Scope>): readonly NwcNotification[] =>
  NWC_NOTIFICATIONS.filter((kind) => isPermitted(kind, scopes));

/**
 * Which invoices and payments a connection may look up: all of its user, or only those that it made
 * itself.
 */
export interface LookupReach {
  readonly incoming: 'all' | 'own';
  readonly outgoing: 'all' | 'own';
}

/**
 * Says which invoices and payments a connection may look up. A connection that makes invoices or
 * payments must be able to learn how these end, even if it may read nothing else.
 */
export const lookupReach = (scopes: ReadonlySet<Scope>): LookupReach => ({
  incoming: scopes.has('invoices:read') ? 'all' : 'own',
  outgoing: scopes.has('transactions:read') ? 'all' : 'own',
});

export type ListDirection = 'incoming' | 'outgoing' | 'both';

/**
 * Which part of a list of invoices and payments an app with these scopes may see; null for none.
 */
export function listReach(asked: ListDirection, scopes: ReadonlySet<Scope>): ListDirection | null {
  const [mayIn, mayOut] = [scopes.has('invoices:read'), scopes.has('transactions:read')];
  const [showsIn, showsOut] = [mayIn && asked !== 'outgoing', mayOut && asked !== 'incoming'];
  if (showsIn && showsOut) return 'both';
  if (showsIn) return 'incoming';
  return showsOut ? 'outgoing' : null;
}

/**
 * Whether a method spends money. Null stands for the method of a request that could not be read.
 */
export const isPayMethod = (method: string | null): method is 'pay_invoice' | 'pay_keysend' =>
  method === 'pay_invoice' || method === 'pay_keysend';
