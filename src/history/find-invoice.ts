import type { Caller } from '../authorization/caller.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { renderInvoice, renderOpenPayment } from '../ledger/settled-record.ts';
import type { FindInvoiceRefusal } from '../ledger/wallet-refusals.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { HistoryStore } from './history-store.ts';

export interface FindInvoiceDeps {
  readonly history: HistoryStore;
  readonly node: NodeIdentity;
}

export interface FindInvoiceInput {
  readonly caller: Caller;
  readonly paymentHash: string;
}

/**
 * Finds an invoice or payment of this user by its payment hash, whether or not it has settled, as
 * JSON text.
 */
export async function findInvoice(
  deps: FindInvoiceDeps,
  { caller, paymentHash }: FindInvoiceInput,
): Promise<Result<string, FindInvoiceRefusal>> {
  const hash = paymentHash.toLowerCase();
  const isHash = /^[0-9a-f]{64}$/.test(hash);
  const found = isHash ? await deps.history.findByHash(caller.userId, hash) : null;
  if (found === null) return refuse({ kind: 'invoice_not_found' });
  switch (found.kind) {
    case 'record':
      return accept(found.body);
    case 'payment':
      return accept(renderOpenPayment(found.payment));
    case 'invoice':
      // An invoice without a BOLT11 text was never shown to anyone, as the node has not made it
      // yet.
      if (found.found.invoice.bolt11 === null) return refuse({ kind: 'invoice_not_found' });
      return accept(renderInvoice(found.found.invoice, deps.node));
  }
}

/**
 * Finds the BOLT11 text of an invoice or payment by its identifier, for any caller. Null if there
 * is no such invoice, or for a keysend, which has no invoice.
 */
export async function findBolt11(
  deps: { readonly history: HistoryStore },
  identifier: string,
): Promise<string | null> {
  if (!/^[A-Za-z0-9]{24}$/.test(identifier)) return null;
  const bolt11 = await deps.history.findBolt11ByIdentifier(identifier);
  return bolt11 === '' ? null : bolt11;
}
