import type { UserLimitStore } from '../authorization/user-limits.ts';
import type { Money } from '../ledger/money.ts';
import type { InternalPaymentOutcome, ReserveOutcome } from '../ledger/money-store.ts';
import type { PaymentOrder } from '../ledger/payment.ts';

/**
 * The money functions know limits as rows, and a default is a setting. So a service with a default
 * sees to the row before each payment. A service without one asks only after a refusal, which may
 * come from the row of a former default. Users without a limit cost nothing there.
 */
export function limitSends(
  money: Money,
  limits: Pick<UserLimitStore, 'applySendLimit'>,
  hasDefault: boolean,
): Money {
  const limited = async <Outcome extends ReserveOutcome | InternalPaymentOutcome>(
    { userId, createdAt }: PaymentOrder,
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    if (hasDefault) await limits.applySendLimit(userId, createdAt);
    const outcome = await attempt();
    const isOver = outcome.kind === 'refused' && outcome.refusal.kind === 'send_limit_exceeded';
    if (hasDefault || !isOver) return outcome;
    return (await limits.applySendLimit(userId, createdAt)) ? await attempt() : outcome;
  };
  return {
    ...money,
    reserve: (event) => limited(event.order, () => money.reserve(event)),
    settleInternal: (event) => limited(event.order, () => money.settleInternal(event)),
  };
}
