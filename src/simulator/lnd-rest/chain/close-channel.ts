import { accept, refuse } from '../../../base/result.ts';
import { closeChannel } from '../../chain/channels.ts';
import { DEFAULT_SAT_PER_KW, orderedSatPerKw } from '../../chain/fee-rates.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { Network } from '../../network.ts';
import type { ClosingChannel, SimNode } from '../../network-state.ts';
import type { MessageStream, StreamEndpoint } from '../endpoint.ts';
import { base64OfTxid } from './outpoint-field.ts';

/** Closes a channel together with its peer, which is always online in this network. */
export const closeChannelEndpoint: StreamEndpoint = {
  name: 'CloseChannel',
  kind: 'stream',
  method: 'DELETE',
  path: '/v1/channels/{funding_txid_str}/{output_index}',
  open({ network, node, fields }, stream) {
    const fundingTxid = fields.text('funding_txid_str').toLowerCase();
    const index = fields.uint32('output_index');
    const isForced = fields.bool('force');
    const satPerVbyte = fields.uint64('sat_per_vbyte');
    const targetBlocks = fields.int32('target_conf');
    fields.ignore('sat_per_byte', 'delivery_address', 'max_fee_per_vbyte', 'no_wait');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (isForced) return refuse(unknownError('forced closes are not simulated'));
    const { opening, closing, channels } = network.state;
    const underWay = opening.get(fundingTxid) ?? closing.get(fundingTxid);
    if (index === 0 && underWay?.ends.includes(node.name) === true) {
      return refuse(unknownError(PEER_AWAY));
    }
    const channel = [...channels.values()].find(
      (one) => one.fundingTxid === fundingTxid && one.ends.includes(node.name),
    );
    if (channel === undefined || index !== 0) return refuse(unknownError('channel not found'));
    if (channel.htlcs.size > 0) {
      return refuse(unknownError(activeHtlcs(channel.htlcs.size)));
    }
    const satPerKw = orderedSatPerKw({ satPerVbyte, targetBlocks }) ?? DEFAULT_SAT_PER_KW;
    const begun = closeChannel(network, node, channel, satPerKw);
    stream.send({
      close_pending: {
        txid: base64OfTxid(begun.closingTxid),
        output_index: 0,
        fee_per_vbyte: '0',
        local_close_tx: false,
      },
    });
    tellEnd(network, node, begun, stream);
    return accept(undefined);
  },
};

const activeHtlcs = (count: number): string =>
  `cannot coop close channel with active htlcs (number of active htlcs: ${count}), bypass this ` +
  'check and initiate the coop close by setting no_wait=true';

/** LND's error for a channel that has no link, because it is opening or closing. */
const PEER_AWAY =
  'unable to gracefully close channel while peer is offline (try force closing it instead): ' +
  'channel link not found';

function tellEnd(
  network: Network,
  node: SimNode,
  { fundingTxid, closingTxid }: ClosingChannel,
  stream: MessageStream,
): void {
  const unsubscribe = network.watchers.onChannel(node.name, () => {
    if (network.state.closing.has(fundingTxid)) return;
    stream.send({
      chan_close: {
        closing_txid: base64OfTxid(closingTxid),
        success: true,
        local_close_output: null,
        remote_close_output: null,
        additional_outputs: [],
      },
    });
    stream.end();
  });
  stream.onClose(unsubscribe);
}
