import { accept, refuse } from '../../../base/result.ts';
import { decodeTransaction } from '../../../lightning/bitcoin/transaction.ts';
import { broadcast } from '../../chain/broadcast.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

/** Publishes a transaction. Publishing it again only changes its label. */
export const publishTransactionEndpoint: UnaryEndpoint = {
  name: 'PublishTransaction',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/tx',
  answer({ network, node, fields }) {
    const bytes = fields.bytes('tx_hex');
    const label = fields.text('label');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (bytes.length === 0) return refuse(unknownError('must provide a transaction to publish'));
    const transaction = decodeTransaction(bytes);
    if (transaction === null) return refuse(unknownError('unexpected EOF'));
    const problem = labelProblem(label);
    if (problem !== null) return refuse(unknownError(problem));
    const sent = broadcast(network, transaction);
    if (!sent.ok) return refuse(unknownError(sent.refusal));
    const txid = sent.value;
    if (node.wallet.txids.has(txid)) {
      network.commit({
        kind: 'transaction_labelled',
        node: node.name,
        txid,
        label: label === '' ? 'external' : label,
      });
    }
    if (network.faults.take('publish_lost', { node: node.name }) !== null) {
      network.commit({ kind: 'transaction_dropped', txid });
    }
    return accept({ publish_error: '' });
  },
};

const MAX_LABEL = 500;

const labelProblem = (label: string): string | null =>
  label.length > MAX_LABEL ? `label length: ${label.length} exceeds limit of ${MAX_LABEL}` : null;
