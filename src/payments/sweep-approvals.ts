import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import type { ApprovalStore } from './approval-store.ts';
import { KEEP_APPROVALS_MS } from './limits.ts';

export interface SweepApprovalsDeps {
  readonly approvals: Pick<ApprovalStore, 'endDue' | 'prune'>;
  readonly clock: Clock;
}

/**
 * Ends payments that have waited too long for an approval, and those that need none any more
 * because their invoice was paid by other means.
 */
export async function endApprovals(
  { approvals, clock }: SweepApprovalsDeps,
  signal: AbortSignal,
): Promise<void> {
  await prune((limit) => approvals.endDue(clock.now(), limit), signal);
}

export async function sweepApprovals(
  { approvals, clock }: SweepApprovalsDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_APPROVALS_MS);
  await prune((limit) => approvals.prune(before, limit), signal);
}
