import type { BookedPayment, BooksSide } from './books-side.ts';
import { compare } from './checks.ts';
import type { NodePayment, NodeSide } from './node-side.ts';
import type { Order } from './order-book.ts';
import { isOpen, keyOf, type TablePayment, type TableState } from './table-state.ts';
import type { Wallet } from './wallets.ts';

/** What was so when the earlier state took the place of the database. */
export interface GoneBack {
  /** The last state of the database that was killed. */
  readonly before: TableState;
  /** The state that was put in its place. */
  readonly put: TableState;
  /** The node, after the one and before anybody reached the other. */
  readonly node: NodeSide;
}

/** What an operator found when all was quiet, before they let payments leave again. */
export interface Released {
  readonly stops: readonly string[];
  /** Whether the service said that there is something to compare. */
  readonly isDue: boolean;
  readonly differences: readonly {
    readonly kind: string;
    readonly paymentHash: string;
    readonly amountMsat: bigint;
  }[];
  readonly node: NodeSide;
  readonly books: BooksSide;
}

/** All of it, in the end. */
export interface GoneBackEvidence {
  readonly goneBack: GoneBack;
  readonly released: Released;
  readonly node: NodeSide;
  readonly books: BooksSide;
  readonly wallets: readonly Wallet[];
  readonly balancesSat: ReadonlyMap<string, number>;
  readonly localMsatAtFirst: bigint;
  readonly orders: readonly Order[];
}

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
    ...checkSettled(evidence),
    ...checkPaidOnce(evidence),
    ...checkReceipts(evidence),
    ...checkWallets(evidence),
    ...checkSums(evidence),
    ...checkAlarms(evidence),
  ];
}

const isPaid = ({ status }: NodePayment): boolean => status === 'SUCCEEDED';

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

const settledOver = ({ payments }: BooksSide): readonly BookedPayment[] =>
  payments.filter(({ path, state }) => path === 'node' && state === 'settled');

/** All that is booked the node has paid, and of what it has paid the operator knows the rest. */
function checkSettled({ books, node, released }: GoneBackEvidence): readonly string[] {
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

/**
 * All that arrived is booked once, but for invoices that are lost or the operator's own; what was
 * parked is checked with its alarm.
 */
function checkReceipts(evidence: GoneBackEvidence): readonly string[] {
  const { books, node, wallets } = evidence;
  const parked = listParked(evidence);
  const byIdentifier = new Map(wallets.map((wallet) => [wallet.identifier, wallet.userId]));
  const payees = new Map(books.invoices.map((one) => [one.paymentHash, one.userId]));
  const keyOfReceipt = (hash: string, amountMsat: bigint, userId: string | null): string =>
    `receipt ${hash} of ${userId ?? 'nobody'}, ${amountMsat} msat`;
  const arrived = node.receipts.flatMap(({ paymentHash, amountMsat, isKeysend, account }) => {
    const payee = isKeysend ? byIdentifier.get(account ?? '') : payees.get(paymentHash);
    if (payee === undefined && !isKeysend) return [];
    return [keyOfReceipt(paymentHash, amountMsat, payee ?? null)];
  });
  const booked = books.receipts
    .filter(({ source, paymentHash }) => source === 'node' && !parked.has(paymentHash))
    .map((one) => keyOfReceipt(one.paymentHash, one.amountMsat, one.userId));
  return compare(arrived, booked);
}

/**
 * Of an invoice that was found before the database was killed, and is lost when it is to be paid:
 * that waits in the unclaimed money, with an alarm.
 */
function listParked({ books, goneBack }: GoneBackEvidence): ReadonlySet<string> {
  const known = new Set(books.invoices.map(({ paymentHash }) => paymentHash));
  const parked = books.receipts
    .filter(({ source, userId }) => source === 'node' && userId === null)
    .map(({ paymentHash }) => paymentHash)
    .filter((hash) => goneBack.before.invoices.has(hash) && !known.has(hash));
  return new Set(parked);
}

function checkWallets({ books, wallets, balancesSat }: GoneBackEvidence): readonly string[] {
  return wallets.flatMap(({ name, userId }) => {
    const booked = books.wallets.find((wallet) => wallet.userId === userId);
    const answered = balancesSat.get(userId);
    return [
      ...(booked?.heldMsat === 0n ? [] : [`${booked?.heldMsat} msat of ${name} are held`]),
      ...(booked !== undefined && booked.walletMsat === BigInt(answered ?? -1) * 1000n
        ? []
        : [`${name} is told of ${answered} sat, booked are ${booked?.walletMsat} msat`]),
    ];
  });
}

/**
 * What the service owes is what the node gained, and what it has paid without a row: that is the
 * operator's loss. What it received without an invoice is their gain.
 */
function checkSums({ books, node, localMsatAtFirst }: GoneBackEvidence): readonly string[] {
  const booked = new Set(settledOver(books).map(({ paymentHash }) => paymentHash));
  const lostMsat = [...node.payments]
    .filter(([hash, payment]) => isPaid(payment) && !booked.has(hash))
    .reduce((sum, [, { amountMsat, feeMsat }]) => sum + amountMsat + feeMsat, 0n);
  const credited = new Set(
    books.receipts.filter(({ source }) => source === 'node').map((one) => one.paymentHash),
  );
  const foundMsat = node.receipts
    .filter(({ paymentHash }) => !credited.has(paymentHash))
    .reduce((sum, { amountMsat }) => sum + amountMsat, 0n);
  const account = (name: string): bigint => books.accounts.get(name) ?? 0n;
  const wallets = books.wallets.reduce(
    (sum, { walletMsat, heldMsat }) => sum + walletMsat + heldMsat,
    0n,
  );
  const owed = ['unclaimed', 'rounding', 'fees', 'losses'].reduce(
    (sum, name) => sum + account(name),
    wallets,
  );
  const explained = node.localMsat - localMsatAtFirst + lostMsat - foundMsat;
  return [
    ...(owed === explained ? [] : [`${owed} msat are owed, the node explains ${explained}`]),
    ...(owed === -account('node') ? [] : [`${owed} msat are owed, booked ${-account('node')}`]),
  ];
}

/** Of something that is lost; the last is of what was lost and is ordered once more. */
const EXPECTED_ALARMS = [
  'database_gone_back',
  'payment_not_in_books',
  'invoice_not_in_books',
  'payment_lost',
  'foreign_payment_for_hash',
];

function checkAlarms(evidence: GoneBackEvidence): readonly string[] {
  const parked = [...listParked(evidence)].map((hash) => `credit_parked of ${hash}`);
  const { alarms } = evidence.books;
  const expected = [...EXPECTED_ALARMS.map((kind) => `${kind} of`), ...parked];
  return [
    ...alarms
      .filter(({ text }) => !expected.some((begin) => text.startsWith(begin)))
      .map(({ text }) => `an alarm was raised: ${text}`),
    ...parked
      .filter((begin) => !alarms.some(({ text }) => text.startsWith(begin)))
      .map((begin) => `no alarm tells: ${begin}`),
  ];
}
