import { accept } from '../../../base/result.ts';
import { depthOf } from '../../chain/blocks.ts';
import { CHANNEL_DEPTH, farEnd, shareSat } from '../../chain/channels.ts';
import { COMMIT_FEE_SAT } from '../../default-network.ts';
import type { Network } from '../../network.ts';
import type { ClosingChannel, OpeningChannel, SimNode } from '../../network-state.ts';
import type { Message, UnaryEndpoint } from '../endpoint.ts';

export const pendingChannelsEndpoint: UnaryEndpoint = {
  name: 'PendingChannels',
  kind: 'unary',
  method: 'GET',
  path: '/v1/channels/pending',
  answer({ network, node, fields }) {
    fields.ignore('include_raw_tx');
    const { opening, closing } = network.state;
    const isOurs = ({ ends }: OpeningChannel): boolean => ends.includes(node.name);
    const waiting = [...closing.values()].filter(isOurs);
    const limboSat = waiting.reduce((sum, channel) => sum + shareSat(channel, node.name), 0n);
    return accept({
      total_limbo_balance: limboSat.toString(),
      pending_open_channels: [...opening.values()]
        .filter(isOurs)
        .map((channel) => presentOpening(network, node, channel)),
      pending_closing_channels: [],
      pending_force_closing_channels: [],
      waiting_close_channels: waiting.map((channel) => presentClosing(network, node, channel)),
    });
  },
};

function presentOpening(network: Network, node: SimNode, channel: OpeningChannel): Message {
  const place = placeOf(network, channel.fundingTxid);
  return {
    channel: presentChannel(network, node, channel, ''),
    commit_fee: String(COMMIT_FEE_SAT),
    commit_weight: '772',
    fee_per_kw: '500',
    funding_expiry_blocks: FUNDING_EXPIRY_BLOCKS,
    confirmations_until_active: blocksLeft(network, channel.fundingTxid),
    confirmation_height: place?.height ?? 0,
  };
}

const FUNDING_EXPIRY_BLOCKS = 2016;

function presentClosing(network: Network, node: SimNode, channel: ClosingChannel): Message {
  const initiator =
    channel.closedBy === node.name
      ? 'ChanStatusLocalCloseInitiator'
      : 'ChanStatusRemoteCloseInitiator';
  return {
    channel: presentChannel(network, node, channel, `ChanStatusCoopBroadcasted|${initiator}`),
    limbo_balance: shareSat(channel, node.name).toString(),
    commitments: {
      local_txid: '',
      remote_txid: '',
      remote_pending_txid: '',
      local_commit_fee_sat: String(COMMIT_FEE_SAT),
      remote_commit_fee_sat: String(COMMIT_FEE_SAT),
      remote_pending_commit_fee_sat: '0',
    },
    closing_txid: channel.closingTxid,
    closing_tx_hex: '',
    blocks_til_close_confirmed: blocksLeft(network, channel.closingTxid),
    close_height: placeOf(network, channel.closingTxid)?.height ?? 0,
  };
}

const placeOf = ({ state }: Network, txid: string) =>
  state.chain.transactions.get(txid)?.place ?? null;

function blocksLeft(network: Network, txid: string): number {
  const place = placeOf(network, txid);
  return place === null ? CHANNEL_DEPTH : Math.max(CHANNEL_DEPTH - depthOf(network, place), 0);
}

function presentChannel(
  { state }: Network,
  { name }: SimNode,
  channel: OpeningChannel,
  status: string,
): Message {
  const far = farEnd(channel, name);
  const reserveSat = String(Math.floor(channel.capacitySat / 100));
  return {
    remote_node_pub: state.nodes.get(far)?.pubkey ?? '',
    channel_point: `${channel.fundingTxid}:0`,
    capacity: String(channel.capacitySat),
    local_balance: shareSat(channel, name).toString(),
    remote_balance: shareSat(channel, far).toString(),
    local_chan_reserve_sat: reserveSat,
    remote_chan_reserve_sat: reserveSat,
    initiator: channel.ends[0] === name ? 'INITIATOR_LOCAL' : 'INITIATOR_REMOTE',
    commitment_type: 'ANCHORS',
    num_forwarding_packages: '0',
    chan_status_flags: status,
    private: !channel.isAnnounced,
    memo: '',
    custom_channel_data: '',
  };
}
