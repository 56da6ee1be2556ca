import { accept, refuse } from '../../base/result.ts';
import { GRPC } from '../grpc-refusal.ts';
import type { InvoiceHtlc, NetworkState, SimNode } from '../network-state.ts';
import type { UnaryEndpoint } from './endpoint.ts';

/**
 * Tells how an HTLC ended, as if LND's setting `store-final-htlc-resolutions` were on. Only HTLCs
 * that arrived for an invoice are known.
 */
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

/**
 * Whether an HTLC settled, judged by the answer that its payer got; null while the HTLC is pending,
 * or if no simulated node sent it.
 */
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
  // An attempt is removed only when its failed payment is tried again, so a missing attempt has
  // failed.
  if (attempt === undefined) return false;
  return attempt.status === 'IN_FLIGHT' ? null : attempt.status === 'SUCCEEDED';
}
