import type { Clock } from '../base/clock.ts';
import type { Approval } from '../payments/approval.ts';
import type { ApprovalStore } from '../payments/approval-store.ts';
import { MAX_WAITING_OF_USER } from '../payments/limits.ts';
import { stateAt } from './approval-state.ts';

export interface ListWaitingDeps {
  readonly approvals: Pick<ApprovalStore, 'listOfUser'>;
  readonly clock: Clock;
}

/** Lists the payments that wait for a user's approval now, newest first. */
export async function listWaiting(
  { approvals, clock }: ListWaitingDeps,
  userId: string,
): Promise<readonly Approval[]> {
  const query = { userId, isWaiting: true, offset: 0, limit: 2 * MAX_WAITING_OF_USER };
  const listed = await approvals.listOfUser(query);
  return listed.filter((one) => stateAt(one, clock.now()) === 'waiting');
}
