import { accept, refuse } from '../../base/result.ts';
import { GRPC } from '../grpc-refusal.ts';
import type { InvoiceHtlc, NetworkState, SimNode } from '../network-state.ts';
import type { UnaryEndpoint } from './endpoint.ts';

/** As if `store-final-htlc-resolutions` were set; only for HTLCs that arrived for an invoice. */
export const lookupHtlcResolutionEndpoint: UnaryEndpoint = {
  name: 'LookupHtlcResolution',
  kind: 'unary',
  method: 'GET',
  path: '/v1/htlc-resolution/{chan_id}/{htlc_index}',
  answer({ network, node, fields }) {
    const chanId = fields.uint64('chan_id').toString();
    const htlcIndex = fields.uint64('htlc_index').toString();
    if (fields.refusal !== null) return refuse(fields.refusal);
    const isSettled = findEnd(network.state, node, chanId, htlcIndex);
    if (isSettled === null) return refuse({ code: GRPC.notFound, message: 'htlc unknown' });
    return accept({ settled: isSettled, offchain: true });
  },
};

/** Whether it settled, by the answer to its payer; null while under way, or if there was none. */
function findEnd(
  { nodes }: NetworkState,
  node: SimNode,
  chanId: string,
  htlcIndex: string,
): boolean | null {
  const isAsked = (htlc: InvoiceHtlc): boolean =>
    htlc.chanId === chanId && String(htlc.htlcIndex) === htlcIndex;
  const invoice = node.invoices.added.findLast(({ htlcs }) => htlcs.some(isAsked));
  const from = invoice?.htlcs.find(isAsked)?.from;
  if (from === undefined || from === null) return null;
  const payment = nodes.get(from.node)?.payments.byHash.get(from.paymentHash);
  const attempt = payment?.attempts.find(({ attemptId }) => attemptId === from.attemptId);
  // Attempts are only forgotten when a failed payment is tried again.
  if (attempt === undefined) return false;
  return attempt.status === 'IN_FLIGHT' ? null : attempt.status === 'SUCCEEDED';
}
