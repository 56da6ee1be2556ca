import { assert } from '../base/assert.ts';
import type { Attempt, Channel, Hop, Payment } from './network-state.ts';

/**
 * The channel reserve (BOLT 2), which neither side can spend, is the capacity divided by this
 * number.
 */
const RESERVE_SHARE = 100n;
const MAX_ACCEPTED_HTLCS = 483;

export const reserveMsat = (channel: Channel): bigint =>
  (BigInt(channel.capacitySat) * 1000n) / RESERVE_SHARE;

export function endOf(channel: Channel, name: string): 0 | 1 {
  assert(channel.ends.includes(name), `${name} is an end of channel ${channel.chanId}`);
  return channel.ends[0] === name ? 0 : 1;
}

/** The most that a side can send now: its balance, less the channel reserve and pending HTLCs. */
export function spendableMsat(channel: Channel, fromName: string): bigint {
  if (channel.htlcs.size >= MAX_ACCEPTED_HTLCS) return 0n;
  const freeMsat = channel.balancesMsat[endOf(channel, fromName)] - reserveMsat(channel);
  return freeMsat > 0n ? freeMsat : 0n;
}

/** The amount that crosses the channel of a hop: what the hop forwards, and its fee. */
export const hopAmountMsat = (hop: Hop): bigint => hop.amtToForwardMsat + hop.feeMsat;

/** The position of the first hop that cannot forward its part now; null when all hops can. */
export function firstBlockedHop(
  channels: ReadonlyMap<string, Channel>,
  hops: readonly Hop[],
): number | null {
  const index = hops.findIndex((hop) => {
    const channel = channels.get(hop.chanId);
    return channel === undefined || spendableMsat(channel, hop.fromName) < hopAmountMsat(hop);
  });
  return index < 0 ? null : index;
}

export function lockHops(
  channels: ReadonlyMap<string, Channel>,
  payer: string,
  payment: Payment,
  attempt: Attempt,
): void {
  let expiryHeight = attempt.route.totalTimeLock;
  for (const hop of attempt.route.hops) {
    const channel = channelOf(channels, hop);
    channel.balancesMsat[endOf(channel, hop.fromName)] -= hopAmountMsat(hop);
    channel.htlcs.set(htlcKey(payer, payment, attempt), {
      htlcIndex: channel.nextHtlcIndex,
      fromName: hop.fromName,
      amountMsat: hopAmountMsat(hop),
      paymentHash: payment.paymentHash,
      expiryHeight,
    });
    channel.nextHtlcIndex += 1;
    expiryHeight = hop.expiryHeight;
  }
}

/**
 * Removes the HTLCs of a payment from all hops. After a success the far side of each channel gets
 * the amount, after a failure the near side gets it back.
 */
export function releaseHops(
  channels: ReadonlyMap<string, Channel>,
  payer: string,
  payment: Payment,
  attempt: Attempt,
): void {
  for (const hop of attempt.route.hops) {
    const channel = channelOf(channels, hop);
    const isSettled = attempt.status === 'SUCCEEDED';
    channel.balancesMsat[endOf(channel, isSettled ? hop.toName : hop.fromName)] +=
      hopAmountMsat(hop);
    if (isSettled) channel.sentMsat[endOf(channel, hop.fromName)] += hopAmountMsat(hop);
    channel.htlcs.delete(htlcKey(payer, payment, attempt));
  }
}

/** The index of the HTLC in the last channel of the route, which LND shows with the invoice. */
export function lastHtlcIndex(
  channels: ReadonlyMap<string, Channel>,
  payer: string,
  payment: Payment,
  attempt: Attempt,
): number {
  const last = attempt.route.hops.at(-1);
  assert(last !== undefined, 'a route has a hop');
  const htlc = channelOf(channels, last).htlcs.get(htlcKey(payer, payment, attempt));
  assert(htlc !== undefined, 'the HTLC is on its last channel');
  return htlc.htlcIndex;
}

function channelOf(channels: ReadonlyMap<string, Channel>, hop: Hop): Channel {
  const channel = channels.get(hop.chanId);
  assert(channel !== undefined, `channel ${hop.chanId} exists`);
  return channel;
}

const htlcKey = (payer: string, payment: Payment, attempt: Attempt): string =>
  `${payer}/${payment.paymentHash}/${attempt.attemptId}`;
