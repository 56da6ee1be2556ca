import type { BookedPayment, BooksSide } from './books-side.ts';
import { compare } from './checks.ts';
import type { GoneBackEvidence } from './gone-back-evidence.ts';
import type { NodePayment } from './node-side.ts';

export const isPaid = ({ status }: NodePayment): boolean => status === 'SUCCEEDED';

export const settledOver = ({ payments }: BooksSide): readonly BookedPayment[] =>
  payments.filter(({ path, state }) => path === 'node' && state === 'settled');

/**
 * All that arrived is booked once, but for invoices that are lost or the operator's own; what was
 * parked is checked with its alarm.
 */
export function checkReceipts(evidence: GoneBackEvidence): readonly string[] {
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
 * Lists payments of invoices that were found before the database was killed, and were lost when
 * they were to be paid: these wait in the unclaimed money, with an alarm.
 */
function listParked({ books, goneBack }: GoneBackEvidence): ReadonlySet<string> {
  const known = new Set(books.invoices.map(({ paymentHash }) => paymentHash));
  const parked = books.receipts
    .filter(({ source, userId }) => source === 'node' && userId === null)
    .map(({ paymentHash }) => paymentHash)
    .filter((hash) => goneBack.before.invoices.has(hash) && !known.has(hash));
  return new Set(parked);
}

export function checkWallets({ books, wallets, balancesSat }: GoneBackEvidence): readonly string[] {
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
export function checkSums({ books, node, localMsatAtFirst }: GoneBackEvidence): readonly string[] {
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

/**
 * Alarms about something that is lost; the last one, about what is ordered once more after that.
 */
const EXPECTED_ALARMS = [
  'database_gone_back',
  'payment_not_in_books',
  'invoice_not_in_books',
  'payment_lost',
  'foreign_payment_for_hash',
];

export function checkAlarms(evidence: GoneBackEvidence): readonly string[] {
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
