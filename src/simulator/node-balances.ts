import { endOf } from './liquidity.ts';
import type { NetworkState } from './network-state.ts';

export interface ChannelBalances {
  readonly channelCount: number;
  readonly localMsat: bigint;
  readonly remoteMsat: bigint;
  /** The sum of pending HTLCs to the node. */
  readonly unsettledLocalMsat: bigint;
  /** The sum of pending HTLCs from the node. */
  readonly unsettledRemoteMsat: bigint;
}

/**
 * The balances of a node over all channels. As in LND, pending HTLCs count for neither side yet.
 */
export function channelBalances(state: NetworkState, name: string): ChannelBalances {
  let channelCount = 0;
  let localMsat = 0n;
  let remoteMsat = 0n;
  let unsettledLocalMsat = 0n;
  let unsettledRemoteMsat = 0n;
  for (const channel of state.channels.values()) {
    if (!channel.ends.includes(name)) continue;
    channelCount += 1;
    const end = endOf(channel, name);
    localMsat += channel.balancesMsat[end];
    remoteMsat += channel.balancesMsat[end === 0 ? 1 : 0];
    for (const htlc of channel.htlcs.values()) {
      if (htlc.fromName === name) unsettledRemoteMsat += htlc.amountMsat;
      else unsettledLocalMsat += htlc.amountMsat;
    }
  }
  return { channelCount, localMsat, remoteMsat, unsettledLocalMsat, unsettledRemoteMsat };
}
