import { newAction, type Operator } from '../alarms/audited-action.ts';
import type { AccountDeps } from './account-deps.ts';

export type WithdrawInvitationDeps = Pick<AccountDeps, 'links' | 'clock' | 'random'>;

/** Withdraws an invitation, whose link stops working; false when no such invitation is open. */
export const withdrawInvitation = (
  deps: WithdrawInvitationDeps,
  by: Operator,
  id: string,
): Promise<boolean> =>
  deps.links.withdrawInvitation(
    id,
    newAction(deps, by, { kind: 'invitation_withdraw', subject: id }),
  );
