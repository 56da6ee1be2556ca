import { type Sat, sat } from '../base/amount.ts';
import type { NodeChannel } from '../lightning/node-port.ts';

/** The sums that the node's channels can still send and receive. */
export interface ChannelRoom {
  readonly outSat: Sat;
  readonly inSat: Sat;
  /**
   * The sums on both sides of channels whose peer is not connected, so that they cannot be used
   * now.
   */
  readonly awaySat: Sat;
}

/**
 * Each side of a channel must keep a hundredth of its capacity (the channel reserve), so that a
 * cheater has something to lose. So a hundredth of each channel cannot be sent.
 */
const KEPT_PART = 100n;

export function readRoom(channels: readonly NodeChannel[]): ChannelRoom {
  let [outSat, inSat, awaySat] = [0n, 0n, 0n];
  for (const { isActive, capacitySat, localSat, remoteSat } of channels) {
    const keptSat = capacitySat / KEPT_PART;
    const [out, into] = [above(localSat, keptSat), above(remoteSat, keptSat)];
    if (isActive) [outSat, inSat] = [outSat + out, inSat + into];
    else awaySat += out + into;
  }
  return { outSat: sat(outSat), inSat: sat(inSat), awaySat: sat(awaySat) };
}

const above = (amount: bigint, kept: bigint): bigint => (amount > kept ? amount - kept : 0n);
