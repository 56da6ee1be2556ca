/**
 * Reasons why an app was refused something, as far as its user can change them. Each has the name
 * of the refusal that the app gets.
 */
export const GRANT_REFUSALS = [
  'insufficient_scope',
  'insufficient_balance',
  'budget_exceeded',
  'budget_expired',
  'send_limit_exceeded',
  'too_many_open_payments',
  'grant_expired',
  'rate_limited',
] as const;
export type GrantRefusal = (typeof GRANT_REFUSALS)[number];

/**
 * The reason that is noted at an app for a refusal; null for a reason that its user cannot change,
 * such as an expired invoice.
 */
export const grantRefusalOf = (kind: string): GrantRefusal | null =>
  GRANT_REFUSALS.find((known) => known === kind) ?? null;
