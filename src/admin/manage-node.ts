/**
 * What operators can do with a node that this service manages. Each action has an entry in the log
 * of operators' actions.
 */

import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import type { OperatorActionStore } from '../alarms/operator-action-store.ts';
import { DONE } from '../alarms/operator-log/operator-action.ts';
import type { ChannelBackup, NodeManagement } from '../lightning/node-management.ts';

/** An address of the node's wallet to which an operator can send bitcoin. */
export interface FundingAddress {
  readonly address: string;
  readonly madeAt: Date;
  /**
   * The sum that the wallet held when the address was made, including unconfirmed money. It tells
   * later what has arrived since.
   */
  readonly heldSat: bigint;
}

export interface MakeAddressDeps extends AuditedActionDeps {
  readonly management: Pick<NodeManagement, 'newAddress' | 'walletBalance'>;
}

/**
 * Makes an address of the node's wallet, and keeps it in the log of operators' actions. Earlier
 * addresses stay valid.
 */
export async function makeAddress(
  deps: MakeAddressDeps,
  operator: Operator,
  nodePubkey: string,
): Promise<void> {
  const action = newAction(deps, operator, { kind: 'node_address', subject: nodePubkey });
  const work = async () => {
    const { confirmedSat, unconfirmedSat } = await deps.management.walletBalance();
    const address = await deps.management.newAddress();
    return { address, heldSat: confirmedSat + unconfirmedSat };
  };
  await runAudited(deps, action, work, ({ address, heldSat }) => ({
    result: 'done',
    outcome: { address, walletSat: String(heldSat) },
  }));
}

/** Finds the newest address of this node that an operator made; null if there is none. */
export async function findAddress(
  actions: Pick<OperatorActionStore, 'list'>,
  nodePubkey: string,
): Promise<FundingAddress | null> {
  const query = { kind: 'node_address', who: null, after: null } as const;
  for (const action of await actions.list({ ...query, limit: LOOKED_AT_ADDRESSES })) {
    const { address, walletSat = '0' } = action.end?.outcome ?? {};
    if (action.subject !== nodePubkey || address === undefined) continue;
    return { address, madeAt: action.beganAt, heldSat: BigInt(walletSat) };
  }
  return null;
}

/**
 * The number of log entries that are searched for an address: some were attempts that failed, or
 * belong to an earlier node.
 */
const LOOKED_AT_ADDRESSES = 20;

export interface TakeChannelBackupDeps extends AuditedActionDeps {
  readonly management: Pick<NodeManagement, 'channelBackup'>;
}

export async function takeChannelBackup(
  deps: TakeChannelBackupDeps,
  operator: Operator,
): Promise<ChannelBackup> {
  const action = newAction(deps, operator, { kind: 'channel_backup', subject: '' });
  const work = () => deps.management.channelBackup();
  return await runAudited(deps, action, work, () => DONE);
}
