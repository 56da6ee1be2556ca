import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from '../../../src/address/limits.ts';
import type { NodeInvoiceState } from '../../../src/lightning/node-port.ts';
import type { Checker } from './checker.ts';

/** Long after all has happened, no unpaid invoice of a stranger is left here or at the node. */
export const unpaidPruned: Checker = ({ books, model, node, now }) => {
  const paid = new Set(
    books.addressInvoices.filter(({ isPaid }) => isPaid).map(({ paymentHash }) => paymentHash),
  );
  const isDue = ({ expiresAt }: { readonly expiresAt: Date }): boolean =>
    Number(now) - Number(expiresAt) > KEEP_EXPIRED_ADDRESS_INVOICES_MS;
  return [
    ...books.addressInvoices
      .filter((invoice) => !invoice.isPaid && isDue(invoice))
      .map(({ paymentHash }) => `${paymentHash} is unpaid, and still in the books`),
    ...model.asked
      .filter(({ paymentHash }) => !paid.has(paymentHash))
      .filter(({ paymentHash }) => !isGone(node.scripted.stateOf(paymentHash)))
      .map(({ paymentHash }) => `${paymentHash} is unpaid, and still at the node`),
  ];
};

const isGone = (is: NodeInvoiceState): boolean => is === 'cancelled' || is === 'not_found';
