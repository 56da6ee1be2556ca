import type { BookedPayment } from './books-side.ts';
import { compare } from './checks.ts';
import type { GoneBack, GoneBackEvidence } from './gone-back-evidence.ts';
import {
  checkAlarms,
  checkReceipts,
  checkSums,
  checkWallets,
  isPaid,
  settledOver,
} from './gone-back-sums.ts';
import type { NodePayment, NodeSide } from './node-side.ts';
import type { Order } from './order-book.ts';
import { isOpen, keyOf, type TablePayment } from './table-state.ts';

/**
 * What must hold although acknowledged things are lost, with the node as the witness; a sentence
 * for each thing that does not.
 */
export function findWrongs(evidence: GoneBackEvidence): readonly string[] {
  return [
    ...evidence.books.findings,
    ...checkStop(evidence),
    ...checkComparison(evidence),
    ...checkEarlierRows(evidence),
    ...reconcileSettledInvoices(evidence),
    ...checkPaidOnce(evidence),
    ...checkReceipts(evidence),
    ...checkWallets(evidence),
    ...checkSums(evidence),
    ...checkAlarms(evidence),
  ];
}

/** What the node has paid and the state that was put back does not say to have sent. */
export function listLost(
  { put }: Pick<GoneBack, 'put'>,
  { payments }: NodeSide,
): readonly (readonly [paymentHash: string, payment: NodePayment])[] {
  const known = new Set(
    put.payments
      .filter(({ state, isReserved }) => state !== 'failed' && !isReserved)
      .map(({ paymentHash }) => paymentHash),
  );
  return [...payments].filter(([hash, payment]) => isPaid(payment) && !known.has(hash));
}

const newestIndex = ({ payments }: NodeSide): bigint =>
  [...payments.values()].reduce(
    (most, one) => (one.paymentIndex > most ? one.paymentIndex : most),
    0n,
  );

/**
 * Of the payments at the node: those that left after the return, and not because the killed
 * database had let them.
 */
function leftSince({ before, node }: GoneBack, later: NodeSide): readonly string[] {
  const begun = new Set(
    before.payments.filter((one) => one.isBegun && isOpen(one)).map((one) => one.paymentHash),
  );
  const newest = newestIndex(node);
  return [...later.payments]
    .filter(([hash, { paymentIndex }]) => paymentIndex > newest && !begun.has(hash))
    .map(([hash]) => hash);
}

/** Where nothing that the node has paid is lost, the service may go on by itself, or wait. */
function checkStop({ goneBack, released }: GoneBackEvidence): readonly string[] {
  if (listLost(goneBack, goneBack.node).length === 0) return [];
  const isStopped = released.stops.some((one) => one === 'database_changed' || one === 'restored');
  return [
    ...(isStopped && released.isDue ? [] : ['payments are lost, and nothing stopped the others']),
    ...leftSince(goneBack, released.node).map(
      (hash) => `${hash} left after the return and before the release`,
    ),
  ];
}

/** The operator is told of exactly what is lost, to the msat. */
function checkComparison({ goneBack, released }: GoneBackEvidence): readonly string[] {
  if (!released.isDue) return [];
  const since = new Set(leftSince(goneBack, released.node));
  const lost = listLost(goneBack, released.node)
    .filter(([hash]) => !since.has(hash))
    .map(([hash, one]) => `payment ${hash}, ${one.amountMsat + one.feeMsat} msat`);
  const invoices = new Set(released.books.invoices.map(({ paymentHash }) => paymentHash));
  const unknown = released.node.receipts
    .filter(({ isKeysend, settleIndex }) => !isKeysend && settleIndex > goneBack.put.cursor)
    .filter(({ paymentHash }) => !invoices.has(paymentHash))
    .map((one) => `invoice ${one.paymentHash}, ${one.amountMsat} msat`);
  // Looked for since the last look before the copy was made: that much of the operator's own is told.
  const operators = new Set(
    released.node.receipts
      .filter(({ settleIndex }) => settleIndex <= goneBack.put.cursor)
      .map(({ paymentHash }) => paymentHash)
      .filter((hash) => !goneBack.before.invoices.has(hash)),
  );
  const told = released.differences
    .filter(({ kind, paymentHash }) => kind === 'payment' || !operators.has(paymentHash))
    .map((one) => `${one.kind} ${one.paymentHash}, ${one.amountMsat} msat`);
  return compare([...lost, ...unknown], told).map((text) => `the comparison: ${text}`);
}

/** What the state that was put back had open ends as the node says; what had ended stays so. */
function checkEarlierRows({ goneBack, books, node }: GoneBackEvidence): readonly string[] {
  const byId = new Map(books.payments.map((payment) => [payment.id, payment]));
  const settled = new Set(settledOver(books).map(({ paymentHash }) => paymentHash));
  const expected = (row: TablePayment, is: BookedPayment | undefined): string => {
    if (!isOpen(row)) return row.state;
    const payment = node.payments.get(row.paymentHash);
    if (payment === undefined || !isPaid(payment)) return 'failed';
    // The hash may have been ordered once more, and that is what the node has paid.
    return is?.state === 'failed' && settled.has(row.paymentHash) ? 'failed' : 'settled';
  };
  const rows = goneBack.put.payments.flatMap((row) => {
    const is = byId.get(row.id);
    const wanted = expected(row, is);
    const text = `payment ${row.id} of ${row.paymentHash}, ${row.state} when it was put back`;
    return is?.state === wanted ? [] : [`${text}, is ${is?.state ?? 'gone'}, not ${wanted}`];
  });
  const invoices = new Set(books.invoices.map(({ paymentHash }) => paymentHash));
  const gone = [...goneBack.put.invoices].filter((hash) => !invoices.has(hash));
  const open = books.payments.filter(isOpen);
  return [
    ...rows,
    ...gone.map((hash) => `invoice ${hash} is gone`),
    ...open.map(({ paymentHash, state }) => `payment ${paymentHash} has no end, it is ${state}`),
    ...(books.pendingItems === 0 ? [] : [`${books.pendingItems} items of batches have no end`]),
  ];
}

/** All that is booked the node has paid, and of what it has paid the operator knows the rest. */
function reconcileSettledInvoices({ books, node, released }: GoneBackEvidence): readonly string[] {
  const keyOfRow = (hash: string, one: Omit<NodePayment, 'status' | 'paymentIndex'>): string =>
    `payment ${hash}, ${one.amountMsat} + ${one.feeMsat} msat for ${one.preimage}`;
  const told = new Set(
    released.differences.filter(({ kind }) => kind === 'payment').map((one) => one.paymentHash),
  );
  const rows = settledOver(books);
  const booked = new Set(rows.map(({ paymentHash }) => paymentHash));
  const paid = [...node.payments].filter(
    ([hash, payment]) => isPaid(payment) && (booked.has(hash) || !told.has(hash)),
  );
  return compare(
    paid.map(([hash, payment]) => keyOfRow(hash, payment)),
    rows.map((row) =>
      keyOfRow(row.paymentHash, {
        amountMsat: row.amountMsat,
        feeMsat: row.feeMsat ?? -1n,
        preimage: row.preimage ?? 'nothing',
      }),
    ),
  );
}

/**
 * No hash is paid twice, and nothing is paid twice that was ordered under a key which is not lost.
 * A keysend whose key is lost is a new one for the service: it may arrive once more.
 */
function checkPaidOnce({ goneBack, node, orders }: GoneBackEvidence): readonly string[] {
  const mayRepeat = ({ key, payer }: Order): boolean =>
    key !== null && !goneBack.put.keys.has(keyOf(payer.userId, key));
  const tooOften = orders.flatMap((order) =>
    order.items.flatMap(({ tag }) => {
      const times = node.keysends.get(tag)?.length ?? 0;
      return times <= (mayRepeat(order) ? 2 : 1) ? [] : [`${tag} was sent ${times} times`];
    }),
  );
  return [...node.paidTwice.map((hash) => `the node paid ${hash} twice`), ...tooOften];
}
