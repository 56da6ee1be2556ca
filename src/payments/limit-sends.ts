import { type SendLimits, withinSendLimit } from '../ledger/limits/within-send-limit.ts';
import type { Money } from '../ledger/money.ts';

/**
 * Wraps the ledger so that a user's daily send limit applies to payments. The SQL functions that
 * move money check a row of the user; this updates the row from the operator's settings before a
 * payment, or after a refusal that an outdated row may have caused.
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
