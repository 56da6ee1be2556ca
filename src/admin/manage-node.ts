/**
 * What operators do on pages with a node that Satchel manages, each with its entry in their log.
 */

import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
  runAuditedOnce,
} from '../alarms/audited-action.ts';
import type { OperatorActionStore } from '../alarms/operator-action-store.ts';
import { type ActionEnd, DONE } from '../alarms/operator-log/operator-action.ts';
import { formatChannelPoint } from '../lightning/channel-point.ts';
import type {
  ChannelBackup,
  ChannelClose,
  ChannelClosing,
  ChannelOpening,
  ChannelOrder,
  NodeManagement,
} from '../lightning/node-management.ts';
import { NodeFault } from '../lightning/node-port.ts';

export interface ManageNodeDeps extends AuditedActionDeps {
  readonly actions: Pick<OperatorActionStore, 'begin' | 'end' | 'list'>;
}

/** An address of the node's wallet that an operator asked for. */
export interface FundingAddress {
  readonly address: string;
  readonly madeAt: Date;
  /** What the wallet held then, on its way or confirmed. */
  readonly heldSat: bigint;
}

/** Makes a new address, which the log keeps; earlier ones stay good. */
export async function makeAddress(
  deps: ManageNodeDeps,
  by: Operator,
  management: NodeManagement,
  nodePubkey: string,
): Promise<void> {
  const action = newAction(deps, by, { kind: 'node_address', subject: nodePubkey });
  const work = async () => {
    const { confirmedSat, unconfirmedSat } = await management.walletBalance();
    return { address: await management.newAddress(), heldSat: confirmedSat + unconfirmedSat };
  };
  await runAudited(deps, action, work, ({ address, heldSat }) => ({
    result: 'done',
    outcome: { address, amountSat: String(heldSat) },
  }));
}

/** The newest address of this node that an operator made; null before the first. */
export async function findAddress(
  { actions }: Pick<ManageNodeDeps, 'actions'>,
  nodePubkey: string,
): Promise<FundingAddress | null> {
  const query = {
    kind: 'node_address',
    who: null,
    after: null,
    limit: LOOKED_AT_ADDRESSES,
  } as const;
  for (const { subject, beganAt, end } of await actions.list(query)) {
    const { address, amountSat } = end?.outcome ?? {};
    if (subject !== nodePubkey || address === undefined) continue;
    return { address, madeAt: beganAt, heldSat: BigInt(amountSat ?? '0') };
  }
  return null;
}

/** More than those that failed in a row, or were of an earlier node. */
const LOOKED_AT_ADDRESSES = 20;

/** Unknown: the node did not answer, and may have begun nevertheless. */
type Unknown = { readonly kind: 'unknown' };

/**
 * `formId` is an id of the form that asks, and becomes that of the entry in the log. So the form
 * opens one channel, however often it is sent, to whichever process, and whatever has died.
 */
export async function openChannel(
  deps: ManageNodeDeps,
  by: Operator,
  management: NodeManagement,
  { formId, ...order }: ChannelOrder & { readonly formId: string },
): Promise<ChannelOpening | Unknown | { readonly kind: 'repeated' }> {
  const { peerPubkey, amountSat, satPerVbyte } = order;
  const detail = { amountSat: String(amountSat), ...rateFact(satPerVbyte) };
  const action = newAction(deps, by, { kind: 'channel_open', subject: peerPubkey, detail });
  const opened = await unlessUnanswered(() =>
    runAuditedOnce(
      deps,
      { ...action, id: formId },
      () => management.openChannel(order),
      (answer) =>
        answer.kind === 'refused'
          ? refusedBecause(answer.detail)
          : { result: 'done', outcome: { channel: formatChannelPoint(answer.channelPoint) } },
    ),
  );
  return opened ?? { kind: 'repeated' };
}

export async function closeChannel(
  deps: ManageNodeDeps,
  by: Operator,
  management: NodeManagement,
  order: ChannelClosing,
): Promise<ChannelClose | Unknown> {
  const subject = formatChannelPoint(order.channelPoint);
  const detail = rateFact(order.satPerVbyte);
  const action = newAction(deps, by, { kind: 'channel_close', subject, detail });
  return await unlessUnanswered(() =>
    runAudited(
      deps,
      action,
      () => management.closeChannel(order),
      (answer) =>
        answer.kind === 'refused'
          ? refusedBecause(answer.detail)
          : { result: 'done', outcome: { txid: answer.closingTxid } },
    ),
  );
}

export async function takeChannelBackup(
  deps: ManageNodeDeps,
  by: Operator,
  management: NodeManagement,
): Promise<ChannelBackup> {
  const action = newAction(deps, by, { kind: 'channel_backup', subject: '' });
  return await runAudited(
    deps,
    action,
    () => management.channelBackup(),
    () => DONE,
  );
}

const rateFact = (satPerVbyte: bigint | null) =>
  satPerVbyte === null ? {} : { satPerVbyte: String(satPerVbyte) };

const refusedBecause = (why: string): ActionEnd => ({ result: 'refused', outcome: { why } });

async function unlessUnanswered<T>(work: () => Promise<T>): Promise<T | Unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NodeFault) return { kind: 'unknown' };
    throw error;
  }
}
