/** Scopes of tokens. Source: Wallet API specification, Authentication, Scopes. */
export const SCOPE_DESCRIPTIONS = {
  'account:read': 'Read your payment details like the Lightning Address and keysend information.',
  'balance:read': 'Read your balance.',
  'invoices:create': 'Create invoices on your behalf.',
  'invoices:read': 'Read your invoice history, get realtime updates on invoices.',
  'transactions:read': 'Read your outgoing transaction history and check payment status.',
  'payments:send': 'Send payments from your account.',
} as const;

export type Scope = keyof typeof SCOPE_DESCRIPTIONS;

export const ALL_SCOPES: readonly Scope[] = [
  'account:read',
  'balance:read',
  'invoices:create',
  'invoices:read',
  'transactions:read',
  'payments:send',
];

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPE_DESCRIPTIONS, name);
}

export const maySpend = ({ scopes }: { readonly scopes: readonly Scope[] }): boolean =>
  scopes.includes('payments:send');
