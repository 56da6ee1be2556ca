import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { formatChannelPoint } from '../lightning/channel-point.ts';
import type { NodeManagement } from '../lightning/node-management.ts';
import { type LightningNode, NodeFault } from '../lightning/node-port.ts';
import { parsePeerAddress } from '../lightning/peer-address.ts';
import {
  type ChannelOrder,
  isPaid,
  type OwnPayment,
  payableUntil,
  type ToldProgress,
} from './channel-order.ts';
import { isSameOffer } from './check-offer.ts';
import {
  END_AFTER_MS,
  FOLLOWED_AT_ONCE,
  LATE_AFTER_MS,
  LEAST_LEFT_MS,
  PAY_GRACE_MS,
} from './limits.ts';
import { followInvoice, type PayOrderDeps, publishPayment } from './pay-order.ts';
import type { ProviderOrder } from './provider.ts';

export interface FollowOrdersDeps extends PayOrderDeps, RaiseAlarmDeps {
  readonly lightning: PayOrderDeps['lightning'] & Pick<LightningNode, 'channels'>;
  readonly management: PayOrderDeps['management'] & Pick<NodeManagement, 'pendingChannels'>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
}

/**
 * Follows the open orders that are due. A job repeats this until each order has come to its end.
 */
export async function followOrders(deps: FollowOrdersDeps, signal: AbortSignal): Promise<void> {
  const due = await deps.channelOrders.listDue(deps.clock.now(), FOLLOWED_AT_ONCE);
  for (const order of due) {
    if (signal.aborted) return;
    await followOrder(deps, order, signal);
  }
}

/**
 * Follows one order once: asks our node what it paid, asks the provider, and stores what follows
 * from both.
 */
export async function followOrder(
  deps: FollowOrdersDeps,
  order: ChannelOrder,
  signal: AbortSignal,
): Promise<void> {
  await unlessAway(deps, order, () => followPayment(deps, order));
  await askProvider(deps, order, signal);
  const now = await deps.channelOrders.find(order.id);
  if (now?.state !== 'open') return;
  await unlessAway(deps, now, () => judge(deps, now));
}

/**
 * Does work that needs our node. If the node is away, that is logged, and the work is left for the
 * next time when the order is followed.
 */
async function unlessAway(
  { log }: Pick<FollowOrdersDeps, 'log'>,
  { id }: ChannelOrder,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    log.warn({ orderId: id, error }, 'the node did not tell how an order for a channel stands');
  }
}

async function followPayment(deps: FollowOrdersDeps, order: ChannelOrder): Promise<void> {
  const { payment, offer, id } = order;
  if (payment === null || payment.sentAt !== null) return;
  if (payment.way === 'chain') return await followTransaction(deps, order, payment);
  if (offer.lightning === null) return;
  const whyUnknown = isOver(deps, offer.lightning) ? 'interrupted' : null;
  await followInvoice(deps, id, offer.lightning.paymentHash, whyUnknown);
}

/**
 * Publishes a signed transaction that was stored but not published, as long as the provider waits
 * for it.
 */
async function followTransaction(
  deps: FollowOrdersDeps,
  { id, offer, createdAt }: ChannelOrder,
  { transaction, beganAt }: OwnPayment,
): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  if (transaction === null) {
    // A process that began to pay, and then stored no transaction for PAY_GRACE_MS, is taken for
    // dead. Once its failure is written, it cannot store one any more.
    const isDead = nowMs - beganAt.getTime() >= PAY_GRACE_MS;
    if (isDead) await deps.channelOrders.notePaymentFailed(id, 'chain', 'interrupted');
    return;
  }
  if (offer.chain === null) return;
  const lastMs = offer.chain.until.getTime() - LEAST_LEFT_MS.chain;
  if (nowMs < lastMs) return await publishPayment(deps, id, transaction.raw);
  // An earlier try may have published the transaction although its answer was lost, so the wallet
  // of our node is asked whether it has paid.
  const isSent = await deps.management.hasPaid(offer.chain.address, createdAt);
  if (isSent) await deps.channelOrders.noteSent(id, deps.clock.now());
}

const isOver = (
  { clock }: Pick<FollowOrdersDeps, 'clock'>,
  { until }: { readonly until: Date },
): boolean => clock.now().getTime() - until.getTime() >= END_AFTER_MS;

async function askProvider(
  deps: FollowOrdersDeps,
  order: ChannelOrder,
  signal: AbortSignal,
): Promise<void> {
  const { channelOrders, provider, clock } = deps;
  const told = await provider.getOrder(order.providerUrl, order.name, signal);
  if (signal.aborted) return;
  if (!told.ok) {
    await channelOrders.noteTrouble(order.id, told.refusal.kind, clock.now());
    return;
  }
  const isOrder = told.value.name === order.name && told.value.sizeSat === order.sizeSat;
  if (!isOrder) {
    await channelOrders.noteTrouble(order.id, 'bad_answer', clock.now());
    return;
  }
  const progress = readProgress(told.value);
  const isWaiting = progress.state === 'created' && isPaid({ ...order, told: progress });
  const isApart = isWaiting && !(await isConnected(deps, order));
  const trouble = !isSameOffer(order.offer, told.value)
    ? 'changed'
    : isApart
      ? 'not_connected'
      : null;
  await channelOrders.noteTold(order.id, progress, trouble, clock.now());
}

/**
 * Connects our node to the provider's, which needs the connection to open the channel. False if
 * that fails.
 */
async function isConnected(
  { management }: Pick<FollowOrdersDeps, 'management'>,
  { providerNode }: ChannelOrder,
): Promise<boolean> {
  const peer = parsePeerAddress(providerNode);
  if (peer === null) return false;
  try {
    return (await management.connectPeer(peer)).kind === 'connected';
  } catch (error) {
    if (error instanceof NodeFault) return false;
    throw error;
  }
}

/**
 * Reads how far the provider says the order is. Of the two ways to pay, the one on which something
 * has happened counts.
 */
function readProgress({ state, lightning, chain, channel }: ProviderOrder): ToldProgress {
  const payments = [lightning, chain].map((way) => way?.payment ?? 'expected');
  const payment = payments.find((one) => one !== 'expected') ?? 'expected';
  return { state, payment, channel };
}

async function judge(deps: FollowOrdersDeps, order: ChannelOrder): Promise<void> {
  const { channelOrders, clock } = deps;
  const { told, payment } = order;
  const now = clock.now();
  if (await hasChannel(deps, order)) {
    await deps.alarms.endAlarm(alarmOf(order), 'the channel is there');
    return await channelOrders.end(order.id, 'completed', now);
  }
  // A refund over Lightning is believed only when our own node shows it: its payment fails.
  const isBack = told.payment === 'refunded' && payment?.way !== 'lightning';
  if (isBack) return await channelOrders.end(order.id, 'refunded', now);
  const isUnsent = payment?.way === 'chain' && payment.sentAt === null;
  if (!isPaid(order) || isUnsent) {
    if (told.state === 'failed' && !isUnsent) await channelOrders.end(order.id, 'failed', now);
    else if (isOver(deps, { until: payableUntil(order.offer) })) {
      await channelOrders.end(order.id, 'expired', now);
    }
    return;
  }
  const sinceMs = (payment?.beganAt ?? order.createdAt).getTime();
  if (now.getTime() - sinceMs < LATE_AFTER_MS) return;
  const detail =
    `the channel of ${order.sizeSat} sat that was ordered from ${order.providerUrl} (order ` +
    `${order.name}) is not there a day after it was paid; the provider says: ${told.state}, ` +
    `${told.payment}`;
  await raiseAlarm(deps, { ...alarmOf(order), detail });
}

const alarmOf = ({ id }: ChannelOrder) => ({ kind: 'bought_channel_late', subject: id }) as const;

/** Whether our own node has the channel. That the provider says so proves nothing. */
async function hasChannel(
  { lightning, management }: FollowOrdersDeps,
  { told }: ChannelOrder,
): Promise<boolean> {
  if (told.channel === null) return false;
  const sought = formatChannelPoint(told.channel.channelPoint);
  const [open, pending] = await Promise.all([lightning.channels(), management.pendingChannels()]);
  return [...open, ...pending].some(
    ({ channelPoint }) => formatChannelPoint(channelPoint) === sought,
  );
}
