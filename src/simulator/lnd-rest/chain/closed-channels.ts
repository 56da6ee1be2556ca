import { accept, refuse } from '../../../base/result.ts';
import { farEnd, shareSat } from '../../chain/channels.ts';
import type { ClosedChannel, NetworkState, SimNode } from '../../network-state.ts';
import type { Message, UnaryEndpoint } from '../endpoint.ts';

/** Lists channels that are closed for good, by the height of their closing transaction. */
export const closedChannelsEndpoint: UnaryEndpoint = {
  name: 'ClosedChannels',
  kind: 'unary',
  method: 'GET',
  path: '/v1/channels/closed',
  answer({ network, node, fields }) {
    const isCooperative = fields.bool('cooperative');
    const others = OTHER_KINDS.map((name) => fields.bool(name));
    if (fields.refusal !== null) return refuse(fields.refusal);
    // Without a filter LND lists all kinds. Here, channels are only closed together.
    const isListed = isCooperative || !others.includes(true);
    const closed = [...network.state.closed.values()].filter(
      ({ ends }) => isListed && ends.includes(node.name),
    );
    closed.sort((a, b) => a.closeHeight - b.closeHeight);
    return accept({ channels: closed.map((channel) => present(network.state, node, channel)) });
  },
};

const OTHER_KINDS = ['local_force', 'remote_force', 'breach', 'funding_canceled', 'abandoned'];

function present(state: NetworkState, { name }: SimNode, channel: ClosedChannel): Message {
  return {
    channel_point: `${channel.fundingTxid}:0`,
    chan_id: channel.chanId,
    chain_hash: REGTEST_GENESIS,
    closing_tx_hash: channel.closingTxid,
    remote_pubkey: state.nodes.get(farEnd(channel, name))?.pubkey ?? '',
    capacity: String(channel.capacitySat),
    close_height: channel.closeHeight,
    settled_balance: shareSat(channel, name).toString(),
    time_locked_balance: '0',
    close_type: 'COOPERATIVE_CLOSE',
    open_initiator: initiator(channel.ends[0] === name),
    close_initiator: initiator(channel.closedBy === name),
    resolutions: [],
    alias_scids: [],
    zero_conf_confirmed_scid: '0',
    custom_channel_data: '',
  };
}

const REGTEST_GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

const initiator = (isOurs: boolean): string => (isOurs ? 'INITIATOR_LOCAL' : 'INITIATOR_REMOTE');
