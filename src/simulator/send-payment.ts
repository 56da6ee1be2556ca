import { createHash } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { bytesToHex } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Bolt11 } from '../lightning/bolt11.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { AMP_REQUIRED } from '../lightning/bolt11-features.ts';
import {
  FIRST_CUSTOM_RECORD,
  KEYSEND_PREIMAGE_RECORD,
  MESSAGE_RECORD,
} from '../lightning/custom-records.ts';
import { sha256Hex } from './add-invoice.ts';
import { goTime } from './go-text.ts';
import { GRPC, type GrpcRefusal, unknownError } from './grpc-refusal.ts';
import { type Network, nowMs, nowSec } from './network.ts';
import type { AmpPart, Payment, PaymentOrder, SimNode } from './network-state.ts';
import { paymentStatus } from './payment-book.ts';
import { takePlannedOutcome } from './planned-outcome.ts';
import { BLOCK_PADDING } from './routing.ts';

/** The fields of SendPaymentV2's request, with amounts in msat. */
export interface SendPayment {
  readonly paymentRequest: string;
  readonly dest: Uint8Array;
  readonly paymentHash: Uint8Array;
  readonly paymentAddr: Uint8Array;
  readonly amtMsat: bigint;
  readonly feeLimitMsat: bigint;
  readonly finalCltvDelta: number;
  readonly cltvLimit: number;
  readonly timeoutSec: number;
  readonly maxParts: number;
  readonly allowSelfPayment: boolean;
  /** Whether to pay by AMP. */
  readonly isAmp: boolean;
  readonly customRecords: ReadonlyMap<bigint, Uint8Array>;
}

const DEFAULT_TIMEOUT_SEC = 60;
const DEFAULT_MAX_PARTS = 16;
const DEFAULT_FINAL_CLTV_DELTA = 80;
const MAX_TOTAL_TIME_LOCK = 2016;

/**
 * Checks a payment request in LND's order and with LND's texts, and records the new payment.
 * `advancePayment` then starts it.
 */
export function startPayment(
  network: Network,
  payer: SimNode,
  request: SendPayment,
): Result<Payment, GrpcRefusal> {
  const checked = checkOrder(network, request);
  if (!checked.ok) return checked;
  const { paymentHash, order } = checked.value;
  const leastTimeLock = order.finalCltvDelta + BLOCK_PADDING;
  if (order.cltvLimit <= leastTimeLock) {
    const { cltvLimit } = order;
    return refuseWith(`cltv limit ${cltvLimit} should be greater than ${leastTimeLock}`);
  }
  if (order.destination === payer.pubkey && !request.allowSelfPayment) {
    return refuse(unknownError('self-payments not allowed'));
  }
  const { refusal, fate, extraMsat } = takePlannedOutcome(network, {
    payer: payer.name,
    destination: order.destination,
    paymentHash,
    text: checked.value.text,
  });
  if (refusal !== null) return refuse(refusal);
  const resend = resendProblem(payer.payments.byHash.get(paymentHash));
  if (resend !== null) return refuse({ code: GRPC.alreadyExists, message: resend });
  network.commit({
    kind: 'payment_started',
    node: payer.name,
    payment: {
      paymentHash,
      paymentIndex: payer.payments.nextIndex,
      createdAtMs: nowMs(network),
      order: { ...order, fate, valueMsat: order.valueMsat + extraMsat },
    },
  });
  const payment = payer.payments.byHash.get(paymentHash);
  assert(payment !== undefined, 'a started payment is stored');
  return accept(payment);
}

interface CheckedOrder {
  readonly paymentHash: string;
  /**
   * The description of the invoice, or the payer's message, by which a test can request a fault.
   */
  readonly text: string;
  readonly order: PaymentOrder;
}

function checkOrder(network: Network, request: SendPayment): Result<CheckedOrder, GrpcRefusal> {
  if (request.cltvLimit > MAX_TOTAL_TIME_LOCK) {
    return refuseWith(
      `total time lock of ${request.cltvLimit} exceeds max allowed ${MAX_TOTAL_TIME_LOCK}`,
    );
  }
  for (const type of request.customRecords.keys()) {
    if (type < FIRST_CUSTOM_RECORD) {
      return refuseWith(`no custom records with types below ${FIRST_CUSTOM_RECORD} allowed`);
    }
  }
  return request.paymentRequest === ''
    ? orderByFields(network, request)
    : orderByInvoice(network, request);
}

function orderByInvoice(network: Network, request: SendPayment): Result<CheckedOrder, GrpcRefusal> {
  if (request.dest.length > 0) return refuseTogether('dest');
  if (request.paymentHash.length > 0) return refuseTogether('payment_hash');
  if (request.finalCltvDelta !== 0) return refuseTogether('final_cltv_delta');
  const decoded = decodeForPayment(request.paymentRequest);
  if (!decoded.ok) return decoded;
  const invoice = decoded.value;
  const validUntilSec = invoice.timestampSec + invoice.expirySec;
  if (nowSec(network) > validUntilSec) {
    return refuseWith(`invoice expired. Valid until ${goTime(validUntilSec)}`);
  }
  if (invoice.amountMsat === null && request.amtMsat === 0n) {
    return refuseWith('amount must be specified when paying a zero amount invoice');
  }
  if (invoice.amountMsat !== null && request.amtMsat !== 0n) {
    return refuseWith('amount must not be specified when paying a non-zero amount invoice');
  }
  if (invoice.featureBits.includes(AMP_REQUIRED) && !request.isAmp) {
    return refuseWith(
      'the AMP flag (--amp or SendPaymentRequest.Amp) must be set to pay an AMP invoice',
    );
  }
  const amp = request.isAmp ? newAmpPart(network) : null;
  const goal = goalOf(invoice);
  if (goal === null) {
    return refuseWith('payment request must contain either a payment address or blinded paths');
  }
  const takesParts = invoice.featureBits.includes(16) || invoice.featureBits.includes(17);
  return accept({
    paymentHash: amp?.setId ?? invoice.paymentHash,
    text: invoice.description ?? '',
    order: {
      ...commonOrder(network, request),
      destination: goal.destination,
      valueMsat: invoice.amountMsat ?? request.amtMsat,
      paymentRequest: request.paymentRequest,
      paymentAddr: goal.paymentAddr,
      finalCltvDelta: goal.finalCltvDelta,
      maxParts: takesParts ? request.maxParts || DEFAULT_MAX_PARTS : 1,
      routeHints: lastHops(invoice),
      amp,
    },
  });
}

type Goal = Pick<PaymentOrder, 'destination' | 'paymentAddr' | 'finalCltvDelta'>;

/**
 * Finds where a payment has to arrive. The nodes of this network make blinded paths that begin at
 * the payee, so only the data for the last hop differs from an ordinary invoice.
 */
function goalOf({ payee, paymentSecret, minFinalCltvExpiry, blindedPaths }: Bolt11): Goal | null {
  const path = blindedPaths[0];
  const [first, last] = [path?.hops[0], path?.hops.at(-1)];
  if (path !== undefined && first !== undefined && last !== undefined) {
    return {
      destination: first.pubkey,
      paymentAddr: last.encryptedData,
      finalCltvDelta: path.cltvExpiryDelta,
    };
  }
  return paymentSecret === null
    ? null
    : { destination: payee, paymentAddr: paymentSecret, finalCltvDelta: minFinalCltvExpiry };
}

/**
 * Decodes an invoice for a payment. For another network and for unknown required features, LND's
 * decoder has texts of its own.
 */
function decodeForPayment(paymentRequest: string): Result<Bolt11, GrpcRefusal> {
  const decoded = decodeBolt11(paymentRequest);
  if (!decoded.ok) return refuseWith(decoded.refusal.detail);
  if (decoded.value.network !== 'regtest') {
    return refuseWith("invoice not for current active network 'regtest'");
  }
  // The decoder of invoices knows only features with which this service can pay, and AMP is not
  // among them. Simulated nodes pay AMP invoices as well.
  const unknown = decoded.value.unknownRequiredFeatureBits.filter((bit) => bit !== AMP_REQUIRED);
  if (unknown.length > 0) {
    const problem = 'feature vector contains unknown required features';
    return refuseWith(`invalid feature vector: ${problem}: [${unknown.join(' ')}]`);
  }
  return accept(decoded.value);
}

/**
 * The route hints with a single hop. Longer ones lead nowhere in this network, as every unannounced
 * node is one channel away from an announced one.
 */
const lastHops = (invoice: Bolt11): PaymentOrder['routeHints'] =>
  invoice.routeHints.flatMap((hops) => {
    const [hop] = hops;
    if (hop === undefined || hops.length > 1) return [];
    return [
      {
        nodeId: hop.pubkey,
        chanId: hop.shortChannelId.toString(),
        feeBaseMsat: BigInt(hop.feeBaseMsat),
        feeProportionalMillionths: hop.feeProportionalMillionths,
        cltvExpiryDelta: hop.cltvExpiryDelta,
      },
    ];
  });

function orderByFields(network: Network, request: SendPayment): Result<CheckedOrder, GrpcRefusal> {
  if (request.dest.length !== 33) {
    return refuseWith(`invalid vertex length of ${request.dest.length}, want 33`);
  }
  if (request.amtMsat === 0n) return refuseWith('amount must be specified');
  const amp = request.isAmp ? newAmpPart(network) : null;
  if (amp === null && request.paymentHash.length !== 32) {
    return refuseWith(`invalid hash length of ${request.paymentHash.length}, want 32`);
  }
  const isKeysend = request.customRecords.has(KEYSEND_PREIMAGE_RECORD);
  const paymentAddr = addressOf(network, request);
  const message = request.customRecords.get(MESSAGE_RECORD) ?? new Uint8Array();
  return accept({
    paymentHash: amp?.setId ?? bytesToHex(request.paymentHash),
    text: Buffer.from(message).toString('utf8'),
    order: {
      ...commonOrder(network, request),
      destination: bytesToHex(request.dest),
      valueMsat: request.amtMsat,
      paymentRequest: '',
      paymentAddr,
      finalCltvDelta: request.finalCltvDelta || DEFAULT_FINAL_CLTV_DELTA,
      maxParts:
        isKeysend || amp !== null || paymentAddr === null
          ? 1
          : request.maxParts || DEFAULT_MAX_PARTS,
      routeHints: [],
      amp,
    },
  });
}

function addressOf(network: Network, request: SendPayment): string | null {
  if (request.paymentAddr.length > 0) return bytesToHex(request.paymentAddr);
  return request.isAmp ? bytesToHex(network.random.bytes(32)) : null;
}

/**
 * Makes an AMP payment with one part. Its share is the whole root, from which the preimage is
 * derived (bLIP draft).
 */
function newAmpPart(network: Network): AmpPart {
  const rootShare = network.random.bytes(32);
  const childIndex = new DataView(network.random.bytes(4).buffer).getUint32(0);
  const index = Buffer.alloc(4);
  index.writeUInt32BE(childIndex);
  const preimage = createHash('sha256').update(rootShare).update(index).digest();
  return {
    setId: bytesToHex(network.random.bytes(32)),
    rootShare: bytesToHex(rootShare),
    childIndex,
    hash: sha256Hex(preimage),
    preimage: bytesToHex(preimage),
  };
}

const commonOrder = (
  network: Network,
  request: SendPayment,
): Pick<PaymentOrder, 'feeLimitMsat' | 'deadlineMs' | 'cltvLimit' | 'customRecords' | 'fate'> => ({
  fate: null,
  feeLimitMsat: request.feeLimitMsat,
  // As in LND, a negative time-out means that there is none.
  deadlineMs:
    request.timeoutSec < 0
      ? null
      : nowMs(network) + (request.timeoutSec || DEFAULT_TIMEOUT_SEC) * 1000,
  cltvLimit: request.cltvLimit || MAX_TOTAL_TIME_LOCK,
  customRecords: Object.fromEntries(
    [...request.customRecords].map(([type, value]) => [type.toString(), bytesToHex(value)]),
  ),
});

/** Why an earlier payment with the same hash forbids a new one; null when it does not. */
function resendProblem(former: Payment | undefined): string | null {
  if (former === undefined) return null;
  switch (paymentStatus(former)) {
    case 'INITIATED':
      return 'payment already exists';
    case 'IN_FLIGHT':
      return 'payment is in transition';
    case 'SUCCEEDED':
      return 'invoice is already paid';
    case 'FAILED':
      return null;
  }
}

const refuseWith = (message: string) => refuse(unknownError(message));
const refuseTogether = (field: string) =>
  refuseWith(`${field} and payment_request cannot appear together`);
