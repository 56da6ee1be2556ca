import { type SendLimits, withinSendLimit } from '../ledger/limits/within-send-limit.ts';
import type { Money } from '../ledger/money.ts';

/**
 * Limits what a user may send in a day: checks the limit before each payment, and counts the
 * payment afterwards.
 */
export const limitSends = (
  money: Money,
  limits: SendLimits['limits'],
  hasDefault: boolean,
): Money => ({
  ...money,
  reserve: (event) =>
    withinSendLimit({ limits, hasDefault }, event.order, () => money.reserve(event)),
  settleInternal: (event) =>
    withinSendLimit({ limits, hasDefault }, event.order, () => money.settleInternal(event)),
});
