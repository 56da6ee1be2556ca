import { accept, refuse } from '../../../base/result.ts';
import { blockHeight } from '../../chain/blocks.ts';
import { rowsOf, walletRows } from '../../chain/wallet-view.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { Network } from '../../network.ts';
import type { SimNode } from '../../network-state.ts';
import type { StreamEndpoint, UnaryEndpoint } from '../endpoint.ts';
import { presentRow } from './present-row.ts';

/**
 * Lists transactions in LND's order. Without pages, the newest come first. Pages run from the
 * oldest to the newest and then to the unconfirmed ones, but within each page the newest come
 * first.
 */
export const getTransactionsEndpoint: UnaryEndpoint = {
  name: 'GetTransactions',
  kind: 'unary',
  method: 'GET',
  path: '/v1/transactions',
  answer({ network, node, fields }) {
    const startHeight = fields.int32('start_height');
    const endHeight = fields.int32('end_height');
    fields.ignore('account');
    const offset = fields.uint32('index_offset');
    const max = fields.uint32('max_transactions');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const isToTip = endHeight === 0 || endHeight === TO_TIP;
    const low = isToTip ? startHeight : Math.min(startHeight, endHeight);
    const high = isToTip ? Number.POSITIVE_INFINITY : Math.max(startHeight, endHeight);
    const problem = missingTransaction(network, node, { low, high });
    if (problem !== null) return refuse(unknownError(problem));
    const rows = walletRows(network, node).filter(({ height }) =>
      height === 0 ? isToTip : height >= low && height <= high,
    );
    const count = max === 0 ? rows.length : max;
    const page = rows
      .reverse()
      .slice(offset, offset + count)
      .reverse();
    return accept({
      transactions: page.map((row) => presentRow(network, node, row)),
      last_index: String(page.length === 0 ? 0 : offset + page.length - 1),
      first_index: String(page.length === 0 ? 0 : offset),
    });
  },
};

const TO_TIP = -1;

/**
 * LND's error for each range of blocks that contains a certain block. After some reorganisations,
 * LND gives this error forever.
 */
function missingTransaction(
  network: Network,
  node: SimNode,
  { low, high }: { readonly low: number; readonly high: number },
): string | null {
  const rule = network.faults
    .list()
    .find(({ kind, node: name }) => kind === 'missing_transaction' && name === node.name);
  const height = rule?.height ?? blockHeight(network);
  if (rule === undefined || height < low || height > high) return null;
  network.faults.take('missing_transaction', { node: node.name, call: 'GetTransactions' });
  const txid = network.state.chain.blocks.get(height)?.txids[0] ?? '00'.repeat(32);
  return `missing transaction ${txid} for block ${height}`;
}

export const getTransactionEndpoint: UnaryEndpoint = {
  name: 'GetTransaction',
  kind: 'unary',
  method: 'GET',
  path: '/v2/wallet/tx',
  answer({ network, node, fields }) {
    const txid = fields.text('txid').toLowerCase();
    if (fields.refusal !== null) return refuse(fields.refusal);
    const [row] = rowsOf(network, node, txid);
    if (row === undefined) {
      return refuse(unknownError(`can not find transaction: txid ${txid.padStart(64, '0')}`));
    }
    return accept(presentRow(network, node, row));
  },
};

/**
 * Sends transactions when they are seen and when they are mined. As in LND, nothing is sent when a
 * reorganisation unconfirms them.
 */
export const subscribeTransactionsEndpoint: StreamEndpoint = {
  name: 'SubscribeTransactions',
  kind: 'stream',
  method: 'GET',
  path: '/v1/transactions/subscribe',
  open({ network, node, fields }, stream) {
    fields.ignore('start_height', 'end_height', 'account', 'index_offset', 'max_transactions');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const unsubscribe = network.watchers.onTransaction(node.name, (txid) => {
      const [row] = rowsOf(network, node, txid);
      if (row !== undefined) stream.send(presentRow(network, node, row));
    });
    stream.onClose(unsubscribe);
    return accept(undefined);
  },
};
