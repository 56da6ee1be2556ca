/**
 * Opens and closes channels for operators, on pages and by commands. Each action has an entry in
 * the log of operators' actions.
 */

import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
  runAuditedOnce,
} from '../alarms/audited-action.ts';
import type { ActionEnd, NewAction } from '../alarms/operator-log/operator-action.ts';
import { cleanText } from '../base/text.ts';
import { formatChannelPoint } from '../lightning/channel-point.ts';
import type {
  ChannelClose,
  ChannelClosing,
  ChannelOpening,
  ChannelOrder,
  NodeManagement,
} from '../lightning/node-management.ts';

export interface ChangeChannelDeps extends AuditedActionDeps {
  readonly management: Pick<NodeManagement, 'openChannel' | 'closeChannel'>;
}

export async function openChannelFor(
  deps: ChangeChannelDeps,
  operator: Operator,
  order: ChannelOrder,
): Promise<ChannelOpening> {
  const action = openingAction(deps, operator, order);
  const work = () => deps.management.openChannel(order);
  return await runAudited(deps, action, work, endOfOpening);
}

/**
 * Opens a channel once, even if the form for it is sent twice, to the same process or to two, and
 * even if a process dies meanwhile: the id of the form becomes the id of the entry in the log of
 * operators' actions, which can exist only once. Returns null for a repeat.
 */
export async function openChannelOnce(
  deps: ChangeChannelDeps,
  operator: Operator,
  order: ChannelOrder,
  formId: string,
): Promise<ChannelOpening | null> {
  const action = { ...openingAction(deps, operator, order), id: formId };
  const work = () => deps.management.openChannel(order);
  return await runAuditedOnce(deps, action, work, endOfOpening);
}

const openingAction = (
  deps: ChangeChannelDeps,
  operator: Operator,
  order: ChannelOrder,
): NewAction =>
  newAction(deps, operator, {
    kind: 'channel_open',
    subject: order.peerPubkey,
    detail: { amountSat: String(order.amountSat), ...rateOf(order) },
  });

const endOfOpening = (opening: ChannelOpening): ActionEnd =>
  opening.kind === 'refused'
    ? refused(opening)
    : { result: 'done', outcome: { channel: formatChannelPoint(opening.channelPoint) } };

export async function closeChannelFor(
  deps: ChangeChannelDeps,
  operator: Operator,
  order: ChannelClosing,
): Promise<ChannelClose> {
  const action = newAction(deps, operator, {
    kind: 'channel_close',
    subject: formatChannelPoint(order.channelPoint),
    detail: rateOf(order),
  });
  const work = () => deps.management.closeChannel(order);
  return await runAudited(deps, action, work, (closing) =>
    closing.kind === 'refused'
      ? refused(closing)
      : { result: 'done', outcome: { txid: closing.closingTxid } },
  );
}

const rateOf = ({ satPerVbyte }: Pick<ChannelOrder, 'satPerVbyte'>) =>
  satPerVbyte === null ? {} : { satPerVbyte: String(satPerVbyte) };

/**
 * The greatest length of a reason that is kept for a failure. The peer may have written the reason.
 */
const MAX_WHY_LENGTH = 300;

const refused = ({ detail }: { readonly detail: string }): ActionEnd => ({
  result: 'refused',
  outcome: { why: cleanText(detail, MAX_WHY_LENGTH) },
});
