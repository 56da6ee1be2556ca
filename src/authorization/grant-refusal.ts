/**
 * Reasons for refusing an app something that its user can change, under the names that refusals
 * have.
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

/** The refusal to note for an app; null for other reasons, such as an invoice that has expired. */
export const grantRefusalOf = (kind: string): GrantRefusal | null =>
  GRANT_REFUSALS.find((known) => known === kind) ?? null;
