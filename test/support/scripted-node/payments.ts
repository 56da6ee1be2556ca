import { type Msat, msat } from '../../../src/base/amount.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import { readBolt11Amount } from '../../../src/lightning/bolt11-prefix.ts';
import {
  type LightningNode,
  NodeFault,
  type NodePayment,
  type PaymentFailureReason,
  type RecordedPayment,
  type SendOrder,
  type SendOutcome,
} from '../../../src/lightning/node-port.ts';

/** What the node does with a payment. */
export type SendPlan =
  | { readonly kind: 'succeed'; readonly feeMsat: bigint }
  | { readonly kind: 'fail'; readonly reason: PaymentFailureReason }
  /** The node takes and acknowledges the payment, and a test ends it later. */
  | { readonly kind: 'hold' }
  /** The answer is lost. The node has taken the payment, or has not. */
  | { readonly kind: 'lose'; readonly isTaken: boolean }
  | { readonly kind: 'refuse'; readonly code: number; readonly detail: string };

export interface NodeBooks {
  isAway: boolean;
  plan: SendPlan;
  readonly sent: SendOrder[];
  /** The preimages that recipients know. */
  readonly preimages: Map<string, string>;
  readonly payments: Map<string, NodePayment>;
  /** The newest payment index, which grows with each attempt. */
  newestIndex: bigint;
  readonly watchers: Set<() => void>;
}

type PaymentPart = Pick<
  LightningNode,
  'newestPaymentIndex' | 'send' | 'payment' | 'follow' | 'recordedPayments'
>;

export function createPaymentPart(books: NodeBooks): PaymentPart {
  const look = (hash: string): NodePayment => books.payments.get(hash) ?? { kind: 'not_found' };
  return {
    newestPaymentIndex: async () => {
      requireHere(books);
      return books.newestIndex;
    },
    send: (order, { signal, onAcknowledged }) => send(books, order, signal, onAcknowledged),
    payment: async (hash) => {
      requireHere(books);
      return look(hash);
    },
    recordedPayments: async function* (after) {
      requireHere(books);
      const records = [...books.payments].flatMap(([hash, said]) => toRecord(hash, said));
      yield* records
        .filter(({ paymentIndex }) => paymentIndex > after)
        .sort((a, b) => Number(a.paymentIndex - b.paymentIndex));
    },
    follow: async (hash, signal) => {
      requireHere(books);
      return (await untilEnd(books, hash, signal)) ?? UNKNOWN;
    },
  };
}

function toRecord(paymentHash: string, said: NodePayment): readonly RecordedPayment[] {
  if (said.kind === 'not_found') return [];
  const { kind: state, paymentIndex } = said;
  const paid = said.kind === 'succeeded' ? said : { amountMsat: msat(1000n), feeMsat: msat(0n) };
  const { amountMsat, feeMsat } = paid;
  return [{ state, paymentIndex, paymentHash, amountMsat, feeMsat, createdAt: new Date(0) }];
}

async function send(
  books: NodeBooks,
  order: SendOrder,
  signal: AbortSignal,
  onAcknowledged: (index: bigint) => void,
): Promise<SendOutcome> {
  books.sent.push(order);
  const { plan } = books;
  if (books.isAway || (plan.kind === 'lose' && !plan.isTaken)) return UNKNOWN;
  if (plan.kind === 'refuse') {
    return { kind: 'refused', code: plan.code, detail: plan.detail };
  }
  const known = books.payments.get(order.paymentHash);
  // In LND, only a failed payment may be tried again.
  if (known !== undefined && known.kind !== 'failed') {
    return { kind: 'refused', code: 6, detail: 'payment already exists' };
  }
  const paymentIndex = take(books, order.paymentHash);
  if (plan.kind === 'lose') return UNKNOWN;
  onAcknowledged(paymentIndex);
  if (plan.kind === 'fail') endPayment(books, order.paymentHash, plan);
  if (plan.kind === 'succeed') endPayment(books, order.paymentHash, plan, order);
  return (await untilEnd(books, order.paymentHash, signal)) ?? UNKNOWN;
}

/** Records an attempt at the node. */
export function take(books: NodeBooks, paymentHash: string): bigint {
  books.newestIndex += 1n;
  books.payments.set(paymentHash, { kind: 'in_flight', paymentIndex: books.newestIndex });
  return books.newestIndex;
}

/** Ends a payment in flight, as the network would. */
export function endPayment(
  books: NodeBooks,
  paymentHash: string,
  plan: Extract<SendPlan, { kind: 'succeed' | 'fail' }>,
  order: SendOrder | undefined = books.sent.findLast((one) => one.paymentHash === paymentHash),
): void {
  const known = books.payments.get(paymentHash);
  if (known?.kind !== 'in_flight') throw new Error('only what is in flight can end');
  const { paymentIndex } = known;
  books.payments.set(
    paymentHash,
    plan.kind === 'fail'
      ? { kind: 'failed', paymentIndex, reason: plan.reason }
      : {
          kind: 'succeeded',
          paymentIndex,
          feeMsat: msat(plan.feeMsat),
          amountMsat: order === undefined ? msat(0n) : amountOf(order),
          preimage: preimageOf(books, paymentHash, order),
        },
  );
  for (const wake of [...books.watchers]) wake();
}

function preimageOf(books: NodeBooks, hash: string, order: SendOrder | undefined): string {
  if (order?.kind === 'keysend') return bytesToHex(order.preimage);
  const preimage = books.preimages.get(hash);
  if (preimage === undefined) throw new Error('nobody knows this preimage');
  return preimage;
}

function amountOf(order: SendOrder): Msat {
  if (order.amountMsat !== null) return order.amountMsat;
  return (order.kind === 'bolt11' ? readBolt11Amount(order.bolt11) : null) ?? msat(0n);
}

/** Waits for the end of a payment; null when the signal ended the wait. */
async function untilEnd(
  books: NodeBooks,
  hash: string,
  signal: AbortSignal,
): Promise<NodePayment | null> {
  while (!signal.aborted) {
    const payment = books.payments.get(hash) ?? { kind: 'not_found' };
    if (payment.kind !== 'in_flight') return payment;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        books.watchers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      books.watchers.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
  return null;
}

export function requireHere({ isAway }: NodeBooks): void {
  if (isAway) throw new NodeFault('the node is away');
}

const UNKNOWN = { kind: 'unknown', detail: 'the connection broke' } as const;
