import type { ChannelPoint } from '../../src/lightning/node-management.ts';
import type { NodeInfo } from '../../src/lightning/node-port.ts';

/** What a node says about chain and peers, for tests of something else. */
export const QUIET_CHAIN: Pick<NodeInfo, 'newestBlockAt' | 'peersCount' | 'channelsCount'> = {
  newestBlockAt: new Date('2026-05-06T07:55:00Z'),
  peersCount: 1,
  channelsCount: 1,
};

export const CHANNEL_POINT: ChannelPoint = { txid: '9a'.repeat(32), outputIndex: 0 };
