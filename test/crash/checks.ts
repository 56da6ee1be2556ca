import type { BookedPayment, BooksSide } from './books-side.ts';
import type { ChainPrediction } from './chain-checks.ts';
import type { NodeSide } from './node-side.ts';
import type { KnownInvoice } from './order-book.ts';
import type { Prediction } from './prediction.ts';
import type { Wallet } from './wallets.ts';

export interface Evidence {
  readonly prediction: Prediction;
  readonly node: NodeSide;
  readonly books: BooksSide;
  readonly wallets: readonly Wallet[];
  /** Invoices that their creators were told of, by hash. */
  readonly invoices: ReadonlyMap<string, KnownInvoice>;
  /** Invoices that strangers were told of, by hash. */
  readonly asked: ReadonlyMap<string, KnownInvoice>;
  /** By user id, as the API answers. */
  readonly balancesSat: ReadonlyMap<string, number>;
  /** In the channels of the service's node before anyone moved anything. */
  readonly localMsatAtFirst: bigint;
  /** Hashes of payments of which the node will never tell the end; ours have one all the same. */
  readonly stuck: ReadonlySet<string>;
  /** Null where nothing moves on the chain. */
  readonly chain: ChainPrediction | null;
  /** In the wallet of the service's node more than at first. */
  readonly coinsGainedSat: bigint;
}

/** Everything that must hold when nothing is under way; a sentence for each thing that does not. */
export function findViolations(evidence: Evidence): readonly string[] {
  return [
    ...evidence.prediction.complaints,
    ...(evidence.chain?.complaints ?? []),
    ...evidence.books.findings,
    ...checkAlarms(evidence),
    ...checkEnds(evidence),
    ...checkPayments(evidence),
    ...checkReceipts(evidence),
    ...checkInvoices(evidence),
    ...checkAsked(evidence),
    ...checkWallets(evidence),
    ...checkNode(evidence),
  ];
}

const checkAlarms = ({ books, stuck }: Evidence): readonly string[] =>
  books.alarms
    .filter(({ stuckHash }) => stuckHash === null || !stuck.has(stuckHash))
    .map(({ text }) => `an alarm was raised: ${text}`);

function checkEnds({ books, node, stuck }: Evidence): readonly string[] {
  const open = books.payments.filter(({ state }) => state !== 'settled' && state !== 'failed');
  const openAtNode = [...node.payments].filter(
    ([paymentHash, { status }]) =>
      status !== 'SUCCEEDED' && status !== 'FAILED' && !stuck.has(paymentHash),
  );
  return [
    ...open.map(({ paymentHash, state }) => `payment ${paymentHash} has no end, it is ${state}`),
    ...(books.pendingItems === 0 ? [] : [`${books.pendingItems} items of batches have no end`]),
    ...openAtNode.map(([paymentHash]) => `payment ${paymentHash} has no end at the node`),
  ];
}

/** Exactly those payments are settled that are predicted, each once and with the proof. */
function checkPayments({ prediction, books, node }: Evidence): readonly string[] {
  const settled = books.payments.filter(({ state }) => state === 'settled');
  const keyOf = (payment: Omit<BookedPayment, 'id' | 'state' | 'preimage'>): string =>
    `${payment.path} payment ${payment.paymentHash} of ${payment.userId}, ` +
    `${payment.amountMsat} + ${payment.feeMsat} msat`;
  const isProven = ({ path, paymentHash, preimage }: BookedPayment): boolean =>
    path === 'internal' || node.payments.get(paymentHash)?.preimage === preimage;
  return [
    ...compare(prediction.payments.map(keyOf), settled.map(keyOf)),
    ...settled
      .filter((payment) => !isProven(payment))
      .map((payment) => `${keyOf(payment)} has another preimage than the node`),
  ];
}

function checkReceipts({ prediction, books }: Evidence): readonly string[] {
  const keyOf = (receipt: Prediction['receipts'][number] | BooksSide['receipts'][number]): string =>
    `${receipt.source} receipt ${receipt.paymentHash} of ${receipt.userId ?? 'nobody'}, ` +
    `${receipt.amountMsat} msat`;
  return compare(prediction.receipts.map(keyOf), books.receipts.map(keyOf));
}

/** What someone was given to be paid by is never forgotten. */
function checkInvoices({ books, invoices }: Evidence): readonly string[] {
  const booked = new Map(books.invoices.map((invoice) => [invoice.paymentHash, invoice]));
  return [...invoices.values()]
    .filter(({ wallet, bolt11, paymentHash }) => {
      const found = booked.get(paymentHash);
      return found?.userId !== wallet.userId || found.bolt11 !== bolt11;
    })
    .map(({ wallet, paymentHash }) => `missing: invoice ${paymentHash} of ${wallet.name}`);
}

/** What a stranger was told of is pruned only when no one has paid it, and no one can any more. */
function checkAsked({ books, node, asked }: Evidence): readonly string[] {
  const booked = new Map(books.invoices.map((invoice) => [invoice.paymentHash, invoice]));
  const paid = new Set([...books.receipts, ...node.receipts].map(({ paymentHash }) => paymentHash));
  return [...asked.values()].flatMap(({ wallet, bolt11, paymentHash }) => {
    const found = booked.get(paymentHash);
    const name = `invoice ${paymentHash} of the address ${wallet.name}`;
    if (found === undefined) {
      if (paid.has(paymentHash)) return [`pruned, though it is paid: ${name}`];
      return node.payable.has(paymentHash) ? [`forgotten, and open at the node: ${name}`] : [];
    }
    const isSame = found.userId === wallet.userId && found.bolt11 === bolt11;
    return isSame ? [] : [`changed: ${name}`];
  });
}

/** A sentence for each that is in one list more often than in the other. */
export function compare(
  predicted: readonly string[],
  booked: readonly string[],
): readonly string[] {
  const surplus = new Map<string, number>();
  const count = (key: string, by: number): void => {
    surplus.set(key, (surplus.get(key) ?? 0) + by);
  };
  for (const key of booked) count(key, 1);
  for (const key of predicted) count(key, -1);
  return [...surplus]
    .filter(([, by]) => by !== 0)
    .map(([key, by]) => (by > 0 ? `${by} too often in the books: ${key}` : `missing: ${key}`));
}

function checkWallets(evidence: Evidence): readonly string[] {
  const { prediction, books, wallets, balancesSat, chain } = evidence;
  return wallets.flatMap(({ name, userId }) => {
    const payments = prediction.payments.filter((payment) => payment.userId === userId);
    const receipts = prediction.receipts.filter((receipt) => receipt.userId === userId);
    const receivedSat = receipts.reduce((sum, receipt) => sum + receipt.amountMsat / 1000n, 0n);
    const spentSat = payments.reduce(
      (sum, { amountMsat, feeMsat }) => sum + (amountMsat + feeMsat + 999n) / 1000n,
      0n,
    );
    const chainSat = chain?.changesSat.get(userId) ?? 0n;
    const booked = books.wallets.find((wallet) => wallet.userId === userId);
    const expect = (what: string, predicted: bigint | number, is: bigint | number | undefined) =>
      String(predicted) === String(is) ? [] : [`${what} of ${name} is ${is}, not ${predicted}`];
    return [
      ...expect('the balance', receivedSat - spentSat + chainSat, balancesSat.get(userId)),
      ...expect('what is held', 0n, booked?.heldMsat),
      ...expect('the count of payments', payments.length, booked?.outgoingCount),
      ...expect('the count of receipts', receipts.length, booked?.incomingCount),
    ];
  });
}

/**
 * What is in the channels, and in the wallet of the node, more than at first is what the service
 * owes, to the msat.
 */
function checkNode(evidence: Evidence): readonly string[] {
  const { books, node, localMsatAtFirst, prediction, chain, coinsGainedSat } = evidence;
  const wallets = books.wallets.reduce(
    (sum, { walletMsat, heldMsat }) => sum + walletMsat + heldMsat,
    0n,
  );
  const own = ['unclaimed', 'rounding', 'fees', 'losses'].map(
    (name) => books.accounts.get(name) ?? 0n,
  );
  const owed = own.reduce((sum, msat) => sum + msat, wallets);
  const gained = node.localMsat - localMsatAtFirst - operatorsMsat(node, prediction);
  const nodeAccount = -(books.accounts.get('node') ?? 0n);
  const chainAccount = -(books.accounts.get('chain') ?? 0n);
  const coinsMsat = coinsGainedSat * 1000n;
  const predictedSat = chain?.gainedSat ?? 0n;
  const all = gained + coinsMsat;
  return [
    ...(owed === all ? [] : [`node and wallet gained ${all} msat, ${owed} msat are owed`]),
    ...(coinsMsat === chainAccount
      ? []
      : [`the wallet gained ${coinsMsat} msat, booked ${chainAccount}`]),
    ...(coinsGainedSat === predictedSat
      ? []
      : [`the wallet gained ${coinsGainedSat} sat, and ${predictedSat} moved`]),
    ...(nodeAccount === gained ? [] : [`the node gained ${gained} msat, booked ${nodeAccount}`]),
  ];
}

/** What the node received for invoices that the service did not make. */
function operatorsMsat(node: NodeSide, prediction: Prediction): bigint {
  const ours = new Set(
    prediction.receipts.filter(({ source }) => source === 'node').map((one) => one.paymentHash),
  );
  return node.receipts
    .filter(({ paymentHash }) => !ours.has(paymentHash))
    .reduce((sum, { amountMsat }) => sum + amountMsat, 0n);
}
