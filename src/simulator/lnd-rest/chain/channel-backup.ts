import { createHmac } from 'node:crypto';
import { accept } from '../../../base/result.ts';
import type { Network } from '../../network.ts';
import type { SimNode } from '../../network-state.ts';
import type { Message, StreamEndpoint, UnaryEndpoint } from '../endpoint.ts';
import { base64OfTxid } from './outpoint-field.ts';

export const exportBackupsEndpoint: UnaryEndpoint = {
  name: 'ExportAllChannelBackups',
  kind: 'unary',
  method: 'GET',
  path: '/v1/channels/backup',
  answer: ({ network, node }) => accept(snapshotOf(network, node)),
};

/**
 * Sends the channel backup after each change, but not at the beginning, when callers have to ask
 * for it.
 */
export const subscribeBackupsEndpoint: StreamEndpoint = {
  name: 'SubscribeChannelBackups',
  kind: 'stream',
  method: 'GET',
  path: '/v1/channels/backup/subscribe',
  open({ network, node }, stream) {
    const tell = (): void => stream.send(snapshotOf(network, node));
    stream.onClose(network.watchers.onChannel(node.name, tell));
    return accept(undefined);
  },
};

/**
 * Presents the backup as lnrpc.ChanBackupSnapshot. Its bytes differ each time, because they begin
 * with a nonce.
 */
function snapshotOf(network: Network, node: SimNode): Message {
  const { channels, opening } = network.state;
  const txids = [...channels.values(), ...opening.values()]
    .filter(({ ends }) => ends.includes(node.name))
    .map(({ fundingTxid }) => fundingTxid);
  const points = txids.map((txid) => ({
    funding_txid_bytes: base64OfTxid(txid),
    output_index: 0,
  }));
  return {
    single_chan_backups: {
      chan_backups: points.map((point, n) => ({
        chan_point: point,
        chan_backup: sealed(network, node, txids.slice(n, n + 1)),
      })),
    },
    multi_chan_backup: { chan_points: points, multi_chan_backup: sealed(network, node, txids) },
  };
}

const NONCE_BYTES = 24;
/** The number of digests per channel, which makes the backup about as long as that of LND. */
const DIGESTS_PER_CHANNEL = 4;

/** Stands for an encrypted backup of LND. It has about the same length, and cannot be read. */
function sealed({ random }: Network, node: SimNode, txids: readonly string[]): string {
  const nonce = random.bytes(NONCE_BYTES);
  const digest = (text: string): Buffer =>
    createHmac('sha512', node.privateKeyHex).update(nonce).update(text).digest();
  const parts = txids.flatMap((txid) =>
    Array.from({ length: DIGESTS_PER_CHANNEL }, (_, n) => digest(`${txid}/${n}`)),
  );
  return Buffer.concat([nonce, ...parts]).toString('base64');
}
