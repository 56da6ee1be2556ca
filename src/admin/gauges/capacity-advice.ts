import type { Msat, Sat } from '../../base/amount.ts';
import { sat } from '../../base/amount.ts';
import type { NodeChannel } from '../../lightning/node-port.ts';

/** Limits beyond which the operator is advised to change the channels, all in percent. */
export const CAPACITY_LIMITS = {
  /**
   * Less than this percentage of all channels' capacity on one side of the active channels is too
   * little to send, or to receive.
   */
  low: 10n,
  /**
   * More than this percentage of everything that can be sent is too much in one channel, because
   * its peer may go away.
   */
  inOneChannel: 75n,
  /**
   * Below this percentage of what users are owed, the money of the node covers it only just: fees
   * alone could bring the node below what is owed.
   */
  thinCover: 110n,
} as const;

export type CapacityAdvice =
  | { readonly kind: 'not_covered' }
  | { readonly kind: 'thin_cover'; readonly percent: bigint }
  | { readonly kind: 'no_channels' }
  | { readonly kind: 'low_outbound'; readonly percent: bigint }
  | { readonly kind: 'low_inbound'; readonly percent: bigint }
  | { readonly kind: 'single_channel' }
  | { readonly kind: 'one_channel'; readonly percent: bigint; readonly peerPubkey: string }
  | { readonly kind: 'inactive'; readonly count: number; readonly localSat: Sat };

export interface Capacity {
  readonly channels: readonly Pick<
    NodeChannel,
    'capacitySat' | 'localSat' | 'remoteSat' | 'isActive' | 'peerPubkey'
  >[];
  readonly owedMsat: Msat;
  readonly ownedMsat: Msat;
}

/** Gives advice on the channels, the most urgent first; none when all is well. */
export function adviseOnCapacity({
  channels,
  owedMsat,
  ownedMsat,
}: Capacity): readonly CapacityAdvice[] {
  const cover = adviseOnCover(owedMsat, ownedMsat);
  if (channels.length === 0) return [...cover, { kind: 'no_channels' }];
  const active = channels.filter(({ isActive }) => isActive);
  const away = channels.filter(({ isActive }) => !isActive);
  const capacity = sumOf(channels.map(({ capacitySat }) => capacitySat));
  const sendable = sumOf(active.map(({ localSat }) => localSat));
  const outbound = percentOf(sendable, capacity);
  const inbound = percentOf(sumOf(active.map(({ remoteSat }) => remoteSat)), capacity);
  return [
    ...cover,
    ...when(outbound < CAPACITY_LIMITS.low, { kind: 'low_outbound', percent: outbound }),
    ...when(inbound < CAPACITY_LIMITS.low, { kind: 'low_inbound', percent: inbound }),
    ...when(away.length > 0, {
      kind: 'inactive',
      count: away.length,
      localSat: sat(sumOf(away.map(({ localSat }) => localSat))),
    }),
    ...adviseOnSpread(active, sendable),
  ];
}

function adviseOnCover(owedMsat: Msat, ownedMsat: Msat): readonly CapacityAdvice[] {
  if (owedMsat <= 0n) return [];
  if (ownedMsat < owedMsat) return [{ kind: 'not_covered' }];
  const percent = percentOf(ownedMsat, owedMsat);
  return when(percent < CAPACITY_LIMITS.thinCover, { kind: 'thin_cover', percent });
}

/** Advises to spread money over more channels, if most of what can be sent is in one channel. */
function adviseOnSpread(active: Capacity['channels'], sendable: bigint): readonly CapacityAdvice[] {
  const [first, ...others] = active;
  if (first === undefined) return [];
  if (others.length === 0) return [{ kind: 'single_channel' }];
  const largest = others.reduce((most, one) => (one.localSat > most.localSat ? one : most), first);
  const percent = percentOf(largest.localSat, sendable);
  const { peerPubkey } = largest;
  return when(percent > CAPACITY_LIMITS.inOneChannel, { kind: 'one_channel', percent, peerPubkey });
}

const when = (holds: boolean, advice: CapacityAdvice): readonly CapacityAdvice[] =>
  holds ? [advice] : [];

const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n);

/** Calculates a percentage, rounded down. If the whole is 0, the percentage is 0. */
const percentOf = (part: bigint, whole: bigint): bigint =>
  whole === 0n ? 0n : (part * 100n) / whole;
