import type { Approval, ApprovalState } from '../payments/approval.ts';

/**
 * How an approval stands now. One that has waited too long counts as expired, even if no process
 * has stored its end yet.
 */
export const stateAt = ({ state, expiresAt }: Approval, now: Date): ApprovalState =>
  state === 'waiting' && expiresAt <= now ? 'expired' : state;
