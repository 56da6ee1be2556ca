import { randomBytes, randomUUID } from 'node:crypto';
import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { newIdentifier } from '../../../src/base/id.ts';
import type { IdempotencyClaim } from '../../../src/base/idempotency.ts';
import { type Invoice, namedAmountMsat } from '../../../src/ledger/invoice.ts';
import type {
  CreditEvent,
  CreditTarget,
  FailFrom,
  InternalPaymentEvent,
  ReserveEvent,
  ResolveEvent,
} from '../../../src/ledger/money-store.ts';
import type { BatchPlace, PaymentOrder } from '../../../src/ledger/payment.ts';
import type { Receipt } from '../../../src/ledger/receipt.ts';
import { hashPreimage } from '../../../src/lightning/preimage.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { sampleInvoice } from '../sample-invoice.ts';
import type { MoneyWorld } from './money-world.ts';

/** Money events for tests. All fields have defaults, and a test names those that matter to it. */

export const NODE_PUBKEY = `02${'ab'.repeat(32)}`;
/** The highest settle index of money that had arrived before the service first met the node. */
export const BASELINE = 1000n;
export const NOW = new Date('2026-03-01T12:00:00.000Z');
export const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
export const OWNER = 'process-1';

let settleIndex = 1000n;
/** The next settle index. The node numbers all settlements, in whichever world they are booked. */
export const nextSettleIndex = (): bigint => {
  settleIndex += 1n;
  return settleIndex;
};

export interface Secret {
  readonly preimage: string;
  readonly paymentHash: string;
}

export function newSecret(): Secret {
  const preimage = randomBytes(32);
  return { preimage: preimage.toString('hex'), paymentHash: hashPreimage(preimage) };
}

export const newRecordIdentifier = (): string => newIdentifier(systemRandom, 24);

export const claim = (key: string, request = 'request'): IdempotencyClaim => ({
  key,
  requestHash: new Uint8Array(Buffer.from(request.padEnd(32, '.'))),
});

export async function addUser(world: MoneyWorld, fundedSat = 0): Promise<string> {
  const userId = randomUUID();
  await world.addUser(userId);
  if (fundedSat > 0) {
    const [outcome] = await world.store.credit([creditKeysend(userId, { amountSat: fundedSat })]);
    assert(outcome?.kind === 'credited', 'the fund arrives');
  }
  return userId;
}

export interface InvoiceOptions {
  readonly amountSat?: number;
  /** The exact amount, instead of whole sats; null when the payer chooses it. */
  readonly amountMsat?: Msat | null;
  readonly expiresAt?: Date;
  readonly claim?: IdempotencyClaim;
  readonly grantId?: string;
}

export async function addInvoice(
  world: MoneyWorld,
  userId: string,
  options: InvoiceOptions = {},
): Promise<Invoice> {
  const invoice = newInvoice(userId, options);
  await world.addInvoice(invoice, options.grantId ?? 'grant', options.claim);
  return invoice;
}

export const newInvoice = (userId: string, options: InvoiceOptions = {}): Invoice =>
  sampleInvoice({
    id: randomUUID(),
    identifier: newRecordIdentifier(),
    userId,
    ...newSecret(),
    amountMsat:
      options.amountMsat === undefined
        ? satToMsat(sat(BigInt(options.amountSat ?? 100)))
        : options.amountMsat,
    memo: 'memo',
    bolt11: 'lnbcrt1invoice',
    expirySec: 3600,
    createdAt: NOW,
    expiresAt: options.expiresAt ?? later(3600),
  });

export interface OrderOptions {
  readonly id?: string;
  readonly grantId?: string;
  readonly secret?: Secret;
  readonly amountMsat?: Msat;
  readonly batch?: BatchPlace;
  readonly createdAt?: Date;
}

export function newOrder(userId: string, options: OrderOptions = {}): PaymentOrder {
  const { preimage, paymentHash } = options.secret ?? newSecret();
  return {
    id: options.id ?? randomUUID(),
    identifier: newRecordIdentifier(),
    userId,
    grantId: options.grantId ?? 'grant',
    kind: 'keysend',
    paymentHash,
    preimage,
    amountMsat: options.amountMsat ?? msat(100_000n),
    destination: `03${'cd'.repeat(32)}`,
    bolt11: '',
    memo: null,
    descriptionHash: null,
    records: new Map([[696969n, new Uint8Array([1, 2, 255])]]),
    batch: options.batch ?? null,
    sentTo: { payee: 'ann@pay.example', comment: 'Thänks', successAction: null },
    createdAt: options.createdAt ?? NOW,
  };
}

export interface ReserveOptions extends OrderOptions {
  readonly feeReserveSat?: number;
  readonly openPaymentsMax?: number;
  readonly claim?: IdempotencyClaim;
}

export function reserveEvent(userId: string, options: ReserveOptions = {}): ReserveEvent {
  const order = newOrder(userId, options);
  const heldSat = debitSat(order.amountMsat) + BigInt(options.feeReserveSat ?? 10);
  return {
    order,
    heldSat: sat(heldSat),
    nodePubkey: NODE_PUBKEY,
    ownerProcessId: OWNER,
    openPaymentsMax: options.openPaymentsMax ?? 100,
    idempotency: options.claim ?? null,
  };
}

export interface InternalOptions extends OrderOptions {
  readonly claim?: IdempotencyClaim;
  readonly hasBoostagram?: boolean;
  readonly settledAt?: Date;
}

export function payInvoice(
  payerUserId: string,
  invoice: Invoice,
  options: InternalOptions = {},
): InternalPaymentEvent {
  const { preimage, paymentHash } = invoice;
  const amountMsat = options.amountMsat ?? namedAmountMsat(invoice);
  const order = {
    ...newOrder(payerUserId, { ...options, amountMsat, secret: { preimage, paymentHash } }),
    kind: 'bolt11' as const,
    bolt11: 'lnbcrt1invoice',
  };
  const { identifier, createdAt } = invoice;
  const receipt = { ...newReceipt(order, options.settledAt), identifier, createdAt };
  return internalEvent(order, invoice.userId, invoice.id, receipt, options);
}

export function internalKeysend(
  payerUserId: string,
  payeeUserId: string,
  options: InternalOptions = {},
): InternalPaymentEvent {
  const order = newOrder(payerUserId, options);
  return internalEvent(order, payeeUserId, null, newReceipt(order, options.settledAt), options);
}

const internalEvent = (
  order: PaymentOrder,
  payeeUserId: string,
  invoiceId: string | null,
  receipt: Receipt,
  options: InternalOptions,
): InternalPaymentEvent => ({
  order,
  payeeUserId,
  invoiceId,
  receipt,
  payerRecord: `{"paid":"${order.id}"}`,
  payeeRecord: `{"received":"${order.id}"}`,
  hasBoostagram: options.hasBoostagram ?? false,
  idempotency: options.claim ?? null,
});

const newReceipt = (order: PaymentOrder, settledAt = NOW): Receipt => ({
  id: randomUUID(),
  identifier: newRecordIdentifier(),
  source: 'internal',
  paymentHash: order.paymentHash,
  preimage: order.preimage,
  amountMsat: order.amountMsat,
  records: order.records,
  createdAt: NOW,
  settledAt,
});

export interface EndOptions {
  readonly amountMsat?: Msat;
  readonly feeMsat?: Msat;
  readonly at?: Date;
  readonly preimage?: string;
}

export function settledEnd(order: PaymentOrder, options: EndOptions = {}): ResolveEvent {
  const preimage = options.preimage ?? order.preimage;
  assert(preimage !== null, 'orders of tests know their preimage');
  return {
    paymentId: order.id,
    at: options.at ?? NOW,
    end: {
      kind: 'settled',
      preimage,
      amountMsat: options.amountMsat ?? order.amountMsat,
      feeMsat: options.feeMsat ?? msat(0n),
      record: `{"paid":"${order.id}"}`,
    },
  };
}

export const failedEnd = (paymentId: string, onlyFrom: FailFrom = 'dispatched'): ResolveEvent => ({
  paymentId,
  at: NOW,
  end: { kind: 'failed', failure: { reason: 'no_route', message: 'no route' }, onlyFrom },
});

export interface CreditOptions {
  readonly amountSat?: number;
  readonly amountMsat?: Msat;
  readonly secret?: Secret;
  readonly setId?: string | null;
  readonly settleIndex?: bigint;
  readonly fence?: bigint;
  readonly hasBoostagram?: boolean;
  readonly settledAt?: Date;
  readonly nodePubkey?: string;
}

export function creditInvoice(
  invoice: Invoice,
  isFirst: boolean,
  options: CreditOptions = {},
): CreditEvent {
  const { id: invoiceId, userId, preimage, paymentHash } = invoice;
  const amountMsat = options.amountMsat ?? namedAmountMsat(invoice);
  const event = creditEvent(
    { kind: 'invoice', invoiceId, userId, isFirst, record: `{"received":"${paymentHash}"}` },
    { ...options, amountMsat, secret: { preimage, paymentHash } },
  );
  if (!isFirst) return event;
  const { identifier, createdAt } = invoice;
  return { ...event, receipt: { ...event.receipt, identifier, createdAt } };
}

export const creditKeysend = (userId: string, options: CreditOptions = {}): CreditEvent =>
  creditEvent({ kind: 'keysend', userId, record: '{"keysend":true}' }, options);

export const creditUnclaimed = (options: CreditOptions = {}): CreditEvent =>
  creditEvent({ kind: 'unclaimed', reason: 'unknown_account', rawEvent: '{}' }, options);

function creditEvent(target: CreditTarget, options: CreditOptions): CreditEvent {
  const secret = options.secret ?? newSecret();
  const amountSat: Sat = sat(BigInt(options.amountSat ?? 100));
  return {
    receipt: {
      id: randomUUID(),
      identifier: newRecordIdentifier(),
      source: 'node',
      ...secret,
      amountMsat: options.amountMsat ?? satToMsat(amountSat),
      records: new Map(),
      createdAt: NOW,
      settledAt: options.settledAt ?? NOW,
    },
    target,
    nodePubkey: options.nodePubkey ?? NODE_PUBKEY,
    setId: options.setId ?? null,
    settleIndex: options.settleIndex ?? nextSettleIndex(),
    fence: options.fence ?? 1_000_000n,
    hasBoostagram: options.hasBoostagram ?? false,
  };
}
