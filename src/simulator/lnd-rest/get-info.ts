import { accept } from '../../base/result.ts';
import { AMP_REQUIRED } from '../../lightning/bolt11-features.ts';
import { blockHash } from '../chain/block-hash.ts';
import { blockHeight, blockTime } from '../chain/blocks.ts';
import { peersCount } from '../chain/peers.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { NODE_FEATURES, presentFeatures } from './present-features.ts';

const VERSION = '0.21.3-beta commit=';

/** The features of a node include those of AMP invoices, because LND lists them there as well. */

export const getInfoEndpoint: UnaryEndpoint = {
  name: 'GetInfo',
  kind: 'unary',
  method: 'GET',
  path: '/v1/getinfo',
  answer({ network, node }) {
    const channels = [...network.state.channels.values()].filter((channel) =>
      channel.ends.includes(node.name),
    );
    const pending = [...network.state.opening.values(), ...network.state.closing.values()];
    const height = blockHeight(network);
    const target = { node: node.name, call: 'GetInfo' };
    const isSynced = network.faults.take('not_synced', target) === null;
    return accept({
      version: VERSION,
      commit_hash: '',
      identity_pubkey: node.pubkey,
      alias: node.alias,
      color: node.color,
      num_pending_channels: pending.filter(({ ends }) => ends.includes(node.name)).length,
      num_active_channels: channels.length,
      num_inactive_channels: 0,
      num_peers: peersCount(network.state, node),
      block_height: height,
      block_hash: blockHash(network.state, height),
      best_header_timestamp: String(blockTime(network, height)),
      synced_to_chain: isSynced,
      synced_to_graph: true,
      testnet: false,
      chains: [{ chain: 'bitcoin', network: 'regtest' }],
      uris: [],
      features: presentFeatures([...NODE_FEATURES, AMP_REQUIRED]),
      require_htlc_interceptor: false,
      store_final_htlc_resolutions: false,
      wallet_synced: true,
      graph_cache_status: 'GRAPH_CACHE_STATUS_LOADED',
    });
  },
};
