import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { decodeBolt11 } from '../../lightning/bolt11-decode.ts';
import { KEYSEND_PREIMAGE_RECORD } from '../../lightning/custom-records.ts';
import { SERVICE_NODE } from '../../lightning/simulated-network.ts';
import { sha256Hex } from '../add-invoice.ts';
import type { Network } from '../network.ts';
import type { Payment, SimNode } from '../network-state.ts';
import { isTerminal, paymentStatus } from '../payment-book.ts';
import { advancePayment } from '../payments.ts';
import { type SendPayment, startPayment } from '../send-payment.ts';
import type { ControlOptions } from './control-options.ts';

type Body = Readonly<Record<string, unknown>>;

const ANY_FEE_MSAT = 2n ** 62n;

export interface OutsidePayment {
  readonly status: string;
  readonly preimage: string;
  readonly fee_msat: string;
}

/** An outside node pays an invoice; answers at the end of the payment. */
export async function outsidePay(
  { network }: ControlOptions,
  body: Body,
): Promise<Result<unknown, string>> {
  const { bolt11, amount_sat: amountSat } = body;
  if (typeof bolt11 !== 'string') return refuse('bolt11 is missing');
  const text = bolt11.replace(/^lightning:/i, '');
  const decoded = decodeBolt11(text);
  if (!decoded.ok) return refuse(decoded.refusal.detail);
  const amount = readSat(amountSat ?? 0);
  if (amount === null) return refuse('amount_sat is not a count');
  const payer = payerFor(network, body['from'], decoded.value.payee);
  if (payer === null) return refuse('there is no such payer');
  return pay(network, payer, {
    ...BLANK,
    paymentRequest: text,
    amtMsat: decoded.value.amountMsat === null ? amount * 1000n : 0n,
  });
}

/** An outside node pays a key, with records given as plain text. */
export async function outsideKeysend(
  { network }: ControlOptions,
  body: Body,
): Promise<Result<unknown, string>> {
  const { to, amount_sat: amountSat, records } = body;
  const dest = typeof to === 'string' ? hexToBytes(to, 33) : null;
  if (dest === null) return refuse('to is not a public key');
  const amount = readSat(amountSat);
  if (amount === null || amount === 0n) return refuse('amount_sat is not a positive count');
  const customRecords = readRecords(records ?? {});
  if (customRecords === null) return refuse('records maps decimal types to text');
  const payer = payerFor(network, body['from'], bytesToHex(dest));
  if (payer === null) return refuse('there is no such payer');
  const preimage = network.random.bytes(32);
  return pay(network, payer, {
    ...BLANK,
    dest,
    paymentHash: hexToBytes(sha256Hex(preimage)) ?? new Uint8Array(),
    amtMsat: amount * 1000n,
    customRecords: new Map([...customRecords, [KEYSEND_PREIMAGE_RECORD, preimage]]),
  });
}

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
  customRecords: new Map(),
};

function readSat(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? BigInt(value)
    : null;
}

function readRecords(value: unknown): Map<bigint, Uint8Array> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const records = new Map<bigint, Uint8Array>();
  for (const [type, text] of Object.entries(value)) {
    if (!/^[0-9]{1,20}$/.test(type) || typeof text !== 'string') return null;
    records.set(BigInt(type), Buffer.from(text));
  }
  return records;
}

/** The first destination that is neither the service's node nor the payee. */
function payerFor(network: Network, from: unknown, payee: string): SimNode | null {
  if (typeof from === 'string') return network.state.nodes.get(from) ?? null;
  for (const node of network.state.nodes.values()) {
    const isHub = node.name.startsWith('hub-');
    if (node.name !== SERVICE_NODE && !isHub && node.pubkey !== payee) return node;
  }
  return null;
}

async function pay(
  network: Network,
  payer: SimNode,
  order: SendPayment,
): Promise<Result<OutsidePayment, string>> {
  const started = startPayment(network, payer, order);
  if (!started.ok) return refuse(started.refusal.message);
  const payment = started.value;
  advancePayment(network, payer, payment);
  await endOf(network, payer, payment);
  const settled = payment.attempts.filter((attempt) => attempt.status === 'SUCCEEDED');
  const status = paymentStatus(payment);
  if (status !== 'SUCCEEDED') return refuse(`the payment failed: ${payment.failureReason}`);
  return accept({
    status,
    preimage: settled.at(-1)?.preimage ?? '',
    fee_msat: settled.reduce((sum, attempt) => sum + attempt.route.totalFeesMsat, 0n).toString(),
  });
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
