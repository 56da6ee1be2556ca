import { accept } from '../../base/result.ts';
import { COMMIT_FEE_SAT } from '../default-network.ts';
import { endOf, reserveMsat } from '../liquidity.ts';
import { type Network, nowMs } from '../network.ts';
import type { Channel, SimNode } from '../network-state.ts';
import type { Message, UnaryEndpoint } from './endpoint.ts';
import { base64OfHex, satText } from './present-invoice.ts';

export const listChannelsEndpoint: UnaryEndpoint = {
  name: 'ListChannels',
  kind: 'unary',
  method: 'GET',
  path: '/v1/channels',
  answer({ network, node, fields }) {
    const inactiveOnly = fields.bool('inactive_only');
    const publicOnly = fields.bool('public_only');
    const privateOnly = fields.bool('private_only');
    if (fields.refusal !== null) return { ok: false, refusal: fields.refusal };
    const channels = [...network.state.channels.values()].filter(
      (channel) =>
        channel.ends.includes(node.name) &&
        !inactiveOnly &&
        !(publicOnly && !channel.isAnnounced) &&
        !(privateOnly && channel.isAnnounced),
    );
    return accept({
      channels: channels.map((channel) => presentChannel(network, node, channel)),
    });
  },
};

const CSV_DELAY = 2016;

function presentChannel(network: Network, node: SimNode, channel: Channel): Message {
  const { state } = network;
  // Simulated peers are always connected, so each channel has been up since this process started.
  const upSec = String(Math.floor((nowMs(network) - network.startedAtMs) / 1000));
  const end = endOf(channel, node.name);
  const far = end === 0 ? 1 : 0;
  const htlcs = [...channel.htlcs.values()];
  const unsettledMsat = htlcs.reduce((sum, htlc) => sum + htlc.amountMsat, 0n);
  const reserveSat = satText(reserveMsat(channel));
  return {
    active: true,
    remote_pubkey: state.nodes.get(channel.ends[far])?.pubkey ?? '',
    channel_point: `${channel.fundingTxid}:0`,
    chan_id: channel.chanId,
    capacity: String(channel.capacitySat),
    local_balance: satText(channel.balancesMsat[end]),
    remote_balance: satText(channel.balancesMsat[far]),
    commit_fee: String(COMMIT_FEE_SAT),
    commit_weight: '1116',
    fee_per_kw: '500',
    unsettled_balance: satText(unsettledMsat),
    total_satoshis_sent: satText(channel.sentMsat[end]),
    total_satoshis_received: satText(channel.sentMsat[far]),
    num_updates: String(channel.nextHtlcIndex * 2),
    pending_htlcs: htlcs.map((htlc) => ({
      incoming: htlc.fromName !== node.name,
      amount: satText(htlc.amountMsat),
      hash_lock: base64OfHex(htlc.paymentHash),
      expiration_height: htlc.expiryHeight,
      htlc_index: String(htlc.htlcIndex),
      forwarding_channel: '0',
      forwarding_htlc_index: '0',
      locked_in: true,
    })),
    csv_delay: CSV_DELAY,
    private: !channel.isAnnounced,
    initiator: end === 0,
    chan_status_flags: 'ChanStatusDefault',
    local_chan_reserve_sat: reserveSat,
    remote_chan_reserve_sat: reserveSat,
    static_remote_key: false,
    commitment_type: 'ANCHORS',
    lifetime: upSec,
    uptime: upSec,
    close_address: '',
    push_amount_sat: '0',
    thaw_height: 0,
    local_constraints: presentConstraints(channel, reserveSat),
    remote_constraints: presentConstraints(channel, reserveSat),
    alias_scids: [],
    zero_conf: false,
    zero_conf_confirmed_scid: '0',
    peer_alias: '',
    peer_scid_alias: '0',
    memo: '',
    custom_channel_data: '',
  };
}

const presentConstraints = (channel: Channel, reserveSat: string): Message => ({
  csv_delay: CSV_DELAY,
  chan_reserve_sat: reserveSat,
  dust_limit_sat: '354',
  max_pending_amt_msat: (BigInt(channel.capacitySat) * 1000n - reserveMsat(channel)).toString(),
  min_htlc_msat: '1',
  max_accepted_htlcs: 483,
});
