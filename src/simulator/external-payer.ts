import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { KEYSEND_PREIMAGE_RECORD } from '../lightning/custom-records.ts';
import { SERVICE_NODE } from '../lightning/simulator-protocol/network-protocol.ts';
import { sha256Hex } from './add-invoice.ts';
import type { Network } from './network.ts';
import type { Payment, SimNode } from './network-state.ts';
import { isTerminal } from './payment-book.ts';
import { advancePayment } from './payments.ts';
import { type SendPayment, startPayment } from './send-payment.ts';

/** The outcome of a payment by an external node. A refusal is a sentence for people. */
export type ExternalResult = Result<ExternalPayment, string>;

export interface ExternalPayment {
  readonly preimage: string;
  readonly feeMsat: bigint;
}

export interface ExternalPay {
  readonly bolt11: string;
  /** The amount to pay, which is used only for an invoice without an amount. */
  readonly amountMsat: bigint;
  /** The node that pays; null for any destination node except the payee. */
  readonly from: string | null;
}

export interface ExternalKeysend {
  readonly to: Uint8Array;
  readonly amountMsat: bigint;
  readonly records: ReadonlyMap<bigint, Uint8Array>;
  readonly from: string | null;
  readonly isAmp: boolean;
}

const ANY_FEE_MSAT = 2n ** 62n;

const BLANK: SendPayment = {
  paymentRequest: '',
  dest: new Uint8Array(),
  paymentHash: new Uint8Array(),
  paymentAddr: new Uint8Array(),
  amtMsat: 0n,
  feeLimitMsat: ANY_FEE_MSAT,
  finalCltvDelta: 0,
  cltvLimit: 0,
  timeoutSec: 0,
  maxParts: 0,
  allowSelfPayment: false,
  isAmp: false,
  customRecords: new Map(),
};

/** Lets an external node pay an invoice, and resolves when the payment has ended. */
export async function payFromExternalNode(
  network: Network,
  order: ExternalPay,
): Promise<ExternalResult> {
  const paymentRequest = order.bolt11.replace(/^lightning:/i, '');
  const decoded = decodeBolt11(paymentRequest);
  if (!decoded.ok) return refuse(decoded.refusal.detail);
  const { payee, amountMsat, featureBits } = decoded.value;
  const payer = payerFor(network, order.from, payee);
  if (payer === null) return refuse('there is no such payer');
  return await pay(network, payer, {
    ...BLANK,
    paymentRequest,
    amtMsat: amountMsat === null ? order.amountMsat : 0n,
    isAmp: featureBits.includes(30),
  });
}

/** Lets an external node send a keysend to a public key. */
export async function keysendFromExternalNode(
  network: Network,
  order: ExternalKeysend,
): Promise<ExternalResult> {
  const payer = payerFor(network, order.from, bytesToHex(order.to));
  if (payer === null) return refuse('there is no such payer');
  const preimage = network.random.bytes(32);
  const keysend: [bigint, Uint8Array][] = order.isAmp ? [] : [[KEYSEND_PREIMAGE_RECORD, preimage]];
  return await pay(network, payer, {
    ...BLANK,
    dest: order.to,
    paymentHash: hexToBytes(sha256Hex(preimage)) ?? preimage,
    amtMsat: order.amountMsat,
    isAmp: order.isAmp,
    customRecords: new Map([...order.records, ...keysend]),
  });
}

/**
 * Lets an external node begin to pay, without waiting. Whether the payment works is seen in the
 * invoice.
 */
export function payAtOnce(network: Network, bolt11: string): void {
  void payFromExternalNode(network, { bolt11, amountMsat: 1_000_000n, from: null });
}

/**
 * Finds the node that pays, which is never the service's node: Satchel would find a payment there
 * that it did not order, and believe that it had lost its record of that payment.
 */
function payerFor(network: Network, from: string | null, payee: string): SimNode | null {
  if (from === SERVICE_NODE) return null;
  if (from !== null) return network.state.nodes.get(from) ?? null;
  for (const node of network.state.nodes.values()) {
    const isHub = node.name.startsWith('hub-');
    if (node.name !== SERVICE_NODE && !isHub && node.pubkey !== payee) return node;
  }
  return null;
}

async function pay(network: Network, payer: SimNode, order: SendPayment): Promise<ExternalResult> {
  const started = startPayment(network, payer, order);
  if (!started.ok) return refuse(started.refusal.message);
  const payment = started.value;
  advancePayment(network, payer, payment);
  await endOf(network, payer, payment);
  const settled = payment.attempts.filter((attempt) => attempt.status === 'SUCCEEDED');
  const [first] = settled;
  if (first === undefined) return refuse(`the payment failed: ${payment.failureReason}`);
  const feeMsat = settled.reduce((sum, attempt) => sum + attempt.route.totalFeesMsat, 0n);
  return accept({ preimage: first.preimage ?? '', feeMsat });
}

function endOf(network: Network, payer: SimNode, payment: Payment): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      if (!isTerminal(payment)) return;
      unsubscribe();
      network.afterDurable(resolve);
    };
    const unsubscribe = network.watchers.onPayment(payer.name, payment.paymentHash, finish);
    finish();
  });
}
