import type { UserLimitStore } from '../../authorization/user-limits.ts';
import type { MoneyRefusal } from '../money-store.ts';

export interface SendLimits {
  readonly limits: Pick<UserLimitStore, 'applySendLimit'>;
  /** Whether the operator has set a default limit for users who have none of their own. */
  readonly hasDefault: boolean;
}

/**
 * Makes sure that the user's daily send limit is in force while `attempt` books an order to pay.
 * The SQL functions that move money read limits from rows, but the default limit is a setting. So
 * if there is a default, it is written to the user's row before each order. If there is none, the
 * row is corrected only after a refusal, as it may still contain an earlier default; orders of
 * users without a limit then cost nothing more.
 */
export async function withinSendLimit<Outcome extends OrderOutcome>(
  { limits, hasDefault }: SendLimits,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: Date },
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  if (hasDefault) await limits.applySendLimit(userId, createdAt);
  const outcome = await attempt();
  const isOver = outcome.kind === 'refused' && outcome.refusal?.kind === 'send_limit_exceeded';
  if (hasDefault || !isOver) return outcome;
  return (await limits.applySendLimit(userId, createdAt)) ? await attempt() : outcome;
}

interface OrderOutcome {
  readonly kind: string;
  readonly refusal?: MoneyRefusal;
}
