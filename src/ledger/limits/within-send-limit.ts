import type { UserLimitStore } from '../../authorization/user-limits.ts';
import type { MoneyRefusal } from '../money-store.ts';

export interface SendLimits {
  readonly limits: Pick<UserLimitStore, 'applySendLimit'>;
  /** Whether the service has a limit for users without one of their own. */
  readonly hasDefault: boolean;
}

/**
 * The money functions know limits as rows, and a default is a setting. So a service with a default
 * sees to the row before each order. A service without one asks only after a refusal, which may
 * come from the row of a former default. Users without a limit cost nothing there.
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
