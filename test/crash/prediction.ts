import type { NodeSide } from './node-side.ts';
import { describe, type Item, type Order, type OrderBook } from './order-book.ts';
import type { Wallet } from './wallets.ts';

/** What the books must hold, as the callers' answers and the node tell it. */
export interface Prediction {
  readonly payments: readonly PredictedPayment[];
  readonly receipts: readonly PredictedReceipt[];
  /** Where answers and node contradict each other already. */
  readonly complaints: readonly string[];
}

export interface PredictedPayment {
  readonly userId: string;
  readonly path: 'internal' | 'node';
  readonly paymentHash: string;
  readonly amountMsat: bigint;
  readonly feeMsat: bigint;
}

export interface PredictedReceipt {
  /** Null for money of no known user. */
  readonly userId: string | null;
  readonly source: 'internal' | 'node';
  readonly paymentHash: string;
  readonly amountMsat: bigint;
}

export function predict(book: OrderBook, node: NodeSide, wallets: readonly Wallet[]): Prediction {
  const complaints = [...book.complaints];
  const claims = readClaims(book, node, complaints);
  const internal = predictInternal(claims.internal, complaints);
  return {
    payments: [...internal.payments, ...predictSent(claims.sent, node, complaints)],
    receipts: [...internal.receipts, ...predictReceived(book, node, wallets, complaints)],
    complaints,
  };
}

/** One item of an order under the hash that was paid, or was to be. */
interface Claim {
  readonly order: Order;
  readonly item: Item;
}

interface Claims {
  /** By payment hash. */
  readonly sent: ReadonlyMap<string, readonly Claim[]>;
  readonly internal: ReadonlyMap<string, readonly Claim[]>;
}

function readClaims(book: OrderBook, node: NodeSide, complaints: string[]): Claims {
  const sent = new Map<string, Claim[]>();
  const internal = new Map<string, Claim[]>();
  for (const order of book.orders) {
    for (const item of order.items) {
      const seen = node.keysends.get(item.tag) ?? [];
      if (seen.length > 1) complaints.push(`${item.tag} was sent ${seen.length} times`);
      const paymentHash = item.paymentHash ?? seen[0]?.paymentHash ?? `none for ${item.tag}`;
      const claims = item.payee === null ? sent : internal;
      claims.set(paymentHash, [...(claims.get(paymentHash) ?? []), { order, item }]);
    }
  }
  return { sent, internal };
}

function predictSent(
  claimsByHash: Claims['sent'],
  node: NodeSide,
  complaints: string[],
): readonly PredictedPayment[] {
  for (const [paymentHash, claims] of claimsByHash) {
    const isDone = node.payments.get(paymentHash)?.status === 'SUCCEEDED';
    for (const claim of claims) {
      if (claim.item.verdict !== 'paid' || isDone) continue;
      complaints.push(`told as paid, but the node did not pay it: ${tell(claim)}`);
    }
  }
  return [...node.payments].flatMap(([paymentHash, { status, amountMsat, feeMsat }]) => {
    if (status !== 'SUCCEEDED') return [];
    const payer = findPayer(paymentHash, claimsByHash.get(paymentHash) ?? [], complaints);
    if (payer === null) return [];
    return [{ userId: payer.userId, path: 'node' as const, paymentHash, amountMsat, feeMsat }];
  });
}

/** Who paid what the node has sent: the one who was told so, or the only one who was told nothing. */
function findPayer(
  paymentHash: string,
  claims: readonly Claim[],
  complaints: string[],
): Wallet | null {
  const payersBy = (verdict: Item['verdict']): readonly Wallet[] => [
    ...new Set(
      claims.filter(({ item }) => item.verdict === verdict).map(({ order }) => order.payer),
    ),
  ];
  const told = payersBy('paid');
  const candidates = told.length > 0 ? told : payersBy('unknown');
  const [payer] = candidates;
  if (payer !== undefined && candidates.length === 1) return payer;
  complaints.push(
    `the node paid ${paymentHash}, claimed by ${candidates.length}: ${claims.map(tell).join('; ')}`,
  );
  return null;
}

function predictInternal(
  claimsByHash: Claims['internal'],
  complaints: string[],
): Pick<Prediction, 'payments' | 'receipts'> {
  const payments: PredictedPayment[] = [];
  const receipts: PredictedReceipt[] = [];
  for (const [paymentHash, claims] of claimsByHash) {
    for (const claim of claims.filter(({ item }) => item.verdict === 'unknown')) {
      complaints.push(`no answer tells whether it was paid: ${tell(claim)}`);
    }
    const paid = claims.filter(({ item }) => item.verdict === 'paid');
    const payers = new Set(paid.map(({ order }) => order.payer));
    if (payers.size > 1) complaints.push(`two paid one invoice: ${paid.map(tell).join('; ')}`);
    const [first] = paid;
    if (first === undefined || first.item.payee === null) continue;
    const amountMsat = BigInt(first.item.amountSat) * 1000n;
    const common = { paymentHash, amountMsat };
    const { userId } = first.order.payer;
    payments.push({ ...common, userId, path: 'internal', feeMsat: 0n });
    receipts.push({ ...common, userId: first.item.payee.userId, source: 'internal' });
  }
  return { payments, receipts };
}

function predictReceived(
  book: OrderBook,
  node: NodeSide,
  wallets: readonly Wallet[],
  complaints: string[],
): readonly PredictedReceipt[] {
  const byIdentifier = new Map(wallets.map((wallet) => [wallet.identifier, wallet.userId]));
  const settled = new Set(node.receipts.map(({ paymentHash }) => paymentHash));
  for (const paymentHash of book.paidFromExternalNode) {
    if (!settled.has(paymentHash)) complaints.push(`an outside node paid ${paymentHash} to nobody`);
  }
  return node.receipts.flatMap(({ paymentHash, amountMsat, isKeysend, account }) => {
    const common = { source: 'node' as const, paymentHash, amountMsat };
    if (isKeysend) return [{ ...common, userId: byIdentifier.get(account ?? '') ?? null }];
    const invoice = book.invoices.get(paymentHash) ?? book.asked.get(paymentHash);
    // Only the operator's own invoices are known to someone who pays, and to no wallet.
    return invoice === undefined ? [] : [{ ...common, userId: invoice.wallet.userId }];
  });
}

const tell = ({ order, item }: Claim): string =>
  `${item.tag} (${item.verdict}) of ${describe(order)}`;
