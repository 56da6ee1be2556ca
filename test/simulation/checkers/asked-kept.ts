import type { NodeInvoiceState } from '../../../src/lightning/node-port.ts';
import type { AskedInvoice } from '../model.ts';
import type { Checker } from './checker.ts';

/**
 * An invoice that a stranger got is removed only when no money has come in by it and none can: the
 * node neither holds nor has received a payment for it, and takes none any more.
 */
export const askedKept: Checker = ({ books, model, node, now }) => {
  const booked = new Set(books.addressInvoices.map(({ paymentHash }) => paymentHash));
  const paidInside = new Set(
    books.payments
      .filter(({ path, state }) => path === 'internal' && state === 'settled')
      .map(({ paymentHash }) => paymentHash),
  );
  return model.asked
    .filter(({ paymentHash }) => !booked.has(paymentHash))
    .flatMap((asked) => {
      const { paymentHash } = asked;
      const is = node.scripted.stateOf(paymentHash);
      if (paidInside.has(paymentHash)) return [`${paymentHash} was paid inside, and is removed`];
      return isDone(is, asked, now) ? [] : [`${paymentHash} is removed, and ${is} at the node`];
    });
};

const isDone = (is: NodeInvoiceState, { expiresAt }: AskedInvoice, now: Date): boolean =>
  is === 'cancelled' || is === 'not_found' || (is === 'open' && expiresAt <= now);
