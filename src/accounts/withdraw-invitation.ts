import { newAction, type Operator } from '../alarms/audited-action.ts';
import type { AccountDeps } from './account-deps.ts';

export type WithdrawInvitationDeps = Pick<AccountDeps, 'links' | 'clock' | 'random'>;

/** The link of the invitation stops working. False when there is no such open invitation. */
export const withdrawInvitation = (
  deps: WithdrawInvitationDeps,
  by: Operator,
  id: string,
): Promise<boolean> =>
  deps.links.withdrawInvitation(
    id,
    newAction(deps, by, { kind: 'invitation_withdraw', subject: id }),
  );
