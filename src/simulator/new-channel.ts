import type { NewChannel } from './journal-entry.ts';
import type { Channel } from './network-state.ts';

/** Makes a channel without any payments so far. */
export const newChannel = (channel: NewChannel): Channel => ({
  ...channel,
  balancesMsat: [channel.balancesMsat[0], channel.balancesMsat[1]] satisfies [bigint, bigint],
  sentMsat: [0n, 0n] satisfies [bigint, bigint],
  htlcs: new Map(),
  nextHtlcIndex: 0,
});
