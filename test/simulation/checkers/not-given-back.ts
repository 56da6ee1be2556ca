import type { Payment } from '../../../src/ledger/payment.ts';
import type { Checker } from './checker.ts';

/**
 * A payment that was in the database when it went back is not taken for unsent afterwards, when the
 * node drives it or has paid it.
 */
export const notGivenBack: Checker = ({ books, model, node }) => {
  const { goneBack } = model;
  if (goneBack === null) return [];
  // Someone may have ordered the same hash once more, here or of a primary that was left behind.
  const charged = new Set(
    books.payments
      .filter(({ path, state }) => path === 'node' && state !== 'failed')
      .map(({ paymentHash }) => paymentHash),
  );
  const isBegunApart = ({ id, paymentHash }: Payment): boolean =>
    [...goneBack.begunApart].some(([other, hash]) => other !== id && hash === paymentHash);
  return books.payments
    .filter(({ path, createdAt }) => path === 'node' && createdAt <= goneBack.at)
    .filter(({ endedAt }) => endedAt !== null && endedAt > goneBack.at)
    .filter(({ failure }) => UNSENT.includes(failure?.reason ?? ''))
    .filter(({ paymentHash }) => LIVE.includes(node.look(paymentHash).kind))
    .filter((payment) => !charged.has(payment.paymentHash) && !isBegunApart(payment))
    .map(({ id, paymentHash }) => `payment ${id} was given back, and the node has ${paymentHash}`);
};

const UNSENT: readonly string[] = ['never_sent', 'never_arrived', 'node_away'];
const LIVE: readonly string[] = ['in_flight', 'succeeded'];
