import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from '../../../src/base/address-limits.ts';
import type { Checker } from './checker.ts';

/** Long after all has happened, no unpaid invoice of a stranger is left here or at the node. */
export const unpaidSwept: Checker = ({ books, model, node, now }) => [
  ...books.addressInvoices
    .filter(({ isPaid }) => !isPaid)
    .filter(({ expiresAt }) => Number(now) - Number(expiresAt) > KEEP_EXPIRED_ADDRESS_INVOICES_MS)
    .map(({ paymentHash }) => `${paymentHash} is unpaid, and still in the books`),
  ...model.asked
    .map(({ paymentHash }) => ({ paymentHash, is: node.scripted.stateOf(paymentHash) }))
    .filter(({ is }) => is === 'open' || is === 'accepted')
    .map(({ paymentHash, is }) => `${paymentHash} is still ${is} at the node`),
];
