import { bytesToHex } from '../../../base/hex.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { openChannel } from '../../chain/channels.ts';
import { DEFAULT_SAT_PER_KW, orderedSatPerKw } from '../../chain/fee-rates.ts';
import { isConnected } from '../../chain/peers.ts';
import { type GrpcRefusal, unknownError } from '../../grpc-refusal.ts';
import type { Network } from '../../network.ts';
import type { SimNode } from '../../network-state.ts';
import { nameOf } from '../../routing.ts';
import type { UnaryEndpoint } from '../endpoint.ts';
import { pubkeyProblem } from './connect-peer.ts';
import { base64OfTxid } from './outpoint-field.ts';

const MIN_CHANNEL_SAT = 20_000n;
/** Fields of lnrpc.OpenChannelRequest that have no effect in this network. */
const IGNORED = [
  'sat_per_byte',
  'min_htlc_msat',
  'remote_csv_delay',
  'close_address',
  'funding_shim',
  'remote_max_value_in_flight_msat',
  'remote_max_htlcs',
  'max_local_csv',
  'commitment_type',
  'zero_conf',
  'scid_alias',
  'base_fee',
  'fee_rate',
  'use_base_fee',
  'use_fee_rate',
  'remote_chan_reserve_sat',
  'fund_max',
  'memo',
  'outpoints',
];

export const openChannelEndpoint: UnaryEndpoint = {
  name: 'OpenChannelSync',
  kind: 'unary',
  method: 'POST',
  path: '/v1/channels',
  answer({ network, node, fields }) {
    const text = fields.text('node_pubkey_string');
    const pubkey = text === '' ? bytesToHex(fields.bytes('node_pubkey')) : text;
    const amountSat = fields.int64('local_funding_amount');
    const satPerVbyte = fields.uint64('sat_per_vbyte');
    const targetBlocks = fields.int32('target_conf');
    const minDepth = fields.int32('min_confs');
    const pushSat = fields.int64('push_sat');
    const order = {
      amountSat,
      pushSat,
      isPrivate: fields.bool('private'),
      satPerKw: orderedSatPerKw({ satPerVbyte, targetBlocks }) ?? DEFAULT_SAT_PER_KW,
      minDepth: fields.bool('spend_unconfirmed') ? 0 : Math.max(minDepth, 1),
    };
    fields.ignore('node_pubkey', ...IGNORED);
    if (fields.refusal !== null) return refuse(fields.refusal);
    const problem = amountProblem(amountSat, pushSat);
    if (problem !== null) return refuse(unknownError(problem));
    const peer = peerOf(network, node, pubkey);
    if (!peer.ok) return peer;
    const opened = openChannel(network, node, { ...order, peer: peer.value });
    if (!opened.ok) return refuse(unknownError(opened.refusal));
    return accept({ funding_txid_bytes: base64OfTxid(opened.value), output_index: 0 });
  },
};

function amountProblem(amountSat: bigint, pushSat: bigint): string | null {
  if (amountSat === 0n) return 'local funding amount must be non-zero';
  if (pushSat >= amountSat) {
    return 'amount pushed to remote peer for initial state must be below the local funding amount';
  }
  if (amountSat >= MIN_CHANNEL_SAT) return null;
  return `channel is too small, the minimum channel size is: ${MIN_CHANNEL_SAT} SAT`;
}

function peerOf(network: Network, node: SimNode, pubkey: string): Result<SimNode, GrpcRefusal> {
  const problem = pubkeyProblem(pubkey);
  if (problem !== null) return refuse(problem);
  if (pubkey === node.pubkey) return refuse(unknownError('cannot open channel to self'));
  const peer = network.state.nodes.get(nameOf(network.state, pubkey) ?? '');
  if (peer === undefined || !isConnected(network.state, node, peer)) {
    return refuse(unknownError(`peer ${pubkey} is not online`));
  }
  return accept(peer);
}
