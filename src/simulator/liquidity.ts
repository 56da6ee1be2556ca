import { assert } from '../base/assert.ts';
import type { Attempt, Channel, Hop, Payment } from './network-state.ts';

/** Each side keeps this share of the channel, which it cannot spend (BOLT 2, channel reserve). */
const RESERVE_SHARE = 100n;
const MAX_ACCEPTED_HTLCS = 483;

export const reserveMsat = (channel: Channel): bigint =>
  (BigInt(channel.capacitySat) * 1000n) / RESERVE_SHARE;

export function endOf(channel: Channel, name: string): 0 | 1 {
  assert(channel.ends.includes(name), `${name} is an end of channel ${channel.chanId}`);
  return channel.ends[0] === name ? 0 : 1;
}

/** The most that a side can send now: above the reserve, without HTLCs under way. */
export function spendableMsat(channel: Channel, fromName: string): bigint {
  if (channel.htlcs.size >= MAX_ACCEPTED_HTLCS) return 0n;
  const freeMsat = channel.balancesMsat[endOf(channel, fromName)] - reserveMsat(channel);
  return freeMsat > 0n ? freeMsat : 0n;
}

/** The amount that crosses the channel of a hop. */
export const hopAmountMsat = (hop: Hop): bigint => hop.amtToForwardMsat + hop.feeMsat;

/** Position of the first hop that cannot carry its part now; null when all can. */
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

/** If settled, the far side gets the amount; if failed, it goes back. */
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

/** The number of the HTLC in the last hop's channel; LND shows it with the invoice. */
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
