import { hexToBytes } from '../base/hex.ts';
import { KEYSEND_PREIMAGE_RECORD, LND_RECEIVED_RECORD } from '../lightning/custom-records.ts';
import { sha256Hex } from './add-invoice.ts';
import { blockHeight } from './chain/blocks.ts';
import { acceptedMsat } from './invoice-book.ts';
import { lastHtlcIndex } from './liquidity.ts';
import { type Network, nowMs, nowSec } from './network.ts';
import type { ArrivedHtlc, Invoice, InvoiceHtlc, Payment, SimNode } from './network-state.ts';
import { answerPayers, settleAmpSet, settleInvoice } from './resolve-invoice.ts';

/**
 * The lowest final CLTV delta that LND accepts, which is also the delta of the invoices that it
 * makes for keysends.
 */
const FINAL_CLTV_REJECT_DELTA = 19;
const BLANK_PAYMENT_ADDR = '00'.repeat(32);

/**
 * Lets the payee accept, hold or refuse an HTLC. The rules are those of LND's invoice registry
 * (updateMpp); that up to twice the amount is accepted is from BOLT 4.
 */
export function receiveHtlc(network: Network, payee: SimNode, arrived: ArrivedHtlc): void {
  const { order, paymentHash } = arrived.payment;
  if (order.amp !== null) {
    prepareSpontaneous(network, payee, arrived, { paymentHash: order.amp.hash, isAmp: true });
  } else if (order.paymentAddr === null) {
    if (!isKeysend(payee, arrived)) {
      refuseHtlc(network, arrived);
      return;
    }
    prepareSpontaneous(network, payee, arrived, { paymentHash, isAmp: false });
  }
  const invoice =
    order.amp === null
      ? payee.invoices.byHash.get(paymentHash)
      : payee.invoices.byPaymentAddr.get(order.paymentAddr ?? '');
  if (invoice === undefined || !isAcceptable(network, invoice, arrived)) {
    refuseHtlc(network, arrived);
    return;
  }
  acceptHtlc(network, payee, invoice, arrived);
  decideInvoice(network, payee, invoice);
}

/**
 * Settles or holds an invoice once all parts of a payment have arrived. Until then, the newest part
 * waits for the others.
 */
function decideInvoice(network: Network, payee: SimNode, invoice: Invoice): void {
  const newest = invoice.htlcs.findLast((htlc) => htlc.state === 'ACCEPTED');
  if (newest === undefined || invoice.state !== 'OPEN') return;
  if (newest.amp !== null) {
    settleAmpSet(network, payee, invoice, newest.amp.setId);
    return;
  }
  if (acceptedMsat(invoice, null) < newest.mppTotalAmtMsat) {
    awaitOtherParts(network, payee, invoice, newest);
  } else if (invoice.preimage === null || invoice.isHold) {
    network.commit({
      kind: 'invoice_accepted',
      node: payee.name,
      paymentHash: invoice.paymentHash,
    });
  } else {
    settleInvoice(network, payee, invoice, invoice.preimage);
  }
}

/** Refuses an HTLC. The error is always the same, so that it reveals nothing (BOLT 4). */
function refuseHtlc(network: Network, { payer, payment, attempt }: ArrivedHtlc): void {
  const { paymentHash } = payment;
  const ref = { node: payer, paymentHash, attemptId: attempt.attemptId };
  const code = 'INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS';
  network.wire.answer(network, ref, { kind: 'failed', code });
}

function isAcceptable(
  network: Network,
  invoice: Invoice,
  { payment, totalMsat, attempt }: ArrivedHtlc,
): boolean {
  const { order } = payment;
  if (invoice.state !== 'OPEN' || invoice.isAmp !== (order.amp !== null)) return false;
  if (!invoice.isKeysend && order.paymentAddr !== invoice.paymentAddr) return false;
  if (totalMsat < invoice.valueMsat || totalMsat === 0n) return false;
  if (invoice.valueMsat > 0n && totalMsat > 2n * invoice.valueMsat) return false;
  const expiryHeight = attempt.route.hops.at(-1)?.expiryHeight ?? 0;
  return expiryHeight >= blockHeight(network) + invoice.cltvExpiry;
}

function acceptHtlc(
  network: Network,
  payee: SimNode,
  invoice: Invoice,
  { payer, payment, attempt, amountMsat, totalMsat }: ArrivedHtlc,
): void {
  const last = attempt.route.hops.at(-1);
  network.commit({
    kind: 'htlc_accepted',
    node: payee.name,
    paymentHash: invoice.paymentHash,
    htlc: {
      chanId: last?.chanId ?? '0',
      htlcIndex: lastHtlcIndex(network.state.channels, payer, payment, attempt),
      amtMsat: amountMsat,
      // The HTLC of a payment without a payment secret does not state a total amount.
      mppTotalAmtMsat: payment.order.paymentAddr === null ? 0n : totalMsat,
      acceptHeight: blockHeight(network),
      acceptTimeSec: nowSec(network),
      expiryHeight: last?.expiryHeight ?? 0,
      customRecords: {
        ...payment.order.customRecords,
        [LND_RECEIVED_RECORD.toString()]: '00',
      },
      giveUpAtMs: nowMs(network) + partsTimeoutMs(network, payment),
      amp: payment.order.amp,
      from: { node: payer, paymentHash: payment.paymentHash, attemptId: attempt.attemptId },
    },
  });
}

const partsTimeoutMs = (network: Network, { order }: Payment): number =>
  order.fate?.kind === 'missing_part' ? order.fate.waitMs : network.settings.mppTimeoutMs;

/** Lets the first parts wait for the rest. After two minutes, LND gives up and returns them. */
function awaitOtherParts(
  network: Network,
  payee: SimNode,
  invoice: Invoice,
  waiting: InvoiceHtlc,
): void {
  network.after(waiting.giveUpAtMs - nowMs(network), () => {
    if (invoice.state !== 'OPEN' || waiting.state !== 'ACCEPTED') return;
    network.commit({
      kind: 'htlc_cancelled',
      node: payee.name,
      paymentHash: invoice.paymentHash,
      chanId: waiting.chanId,
      htlcIndex: waiting.htlcIndex,
      atSec: nowSec(network),
    });
    if (waiting.from !== null) {
      network.wire.answer(network, waiting.from, { kind: 'failed', code: 'MPP_TIMEOUT' });
    }
  });
}

function isKeysend(payee: SimNode, { payment }: ArrivedHtlc): boolean {
  const preimageHex = payment.order.customRecords[KEYSEND_PREIMAGE_RECORD.toString()];
  if (preimageHex === undefined || !payee.acceptsKeysend) return false;
  const preimage = hexToBytes(preimageHex, 32);
  return preimage !== null && sha256Hex(preimage) === payment.paymentHash;
}

/**
 * Makes an invoice for a spontaneous payment, as LND does just before it settles one. A repeated
 * payment finds the invoice that exists. AMP is accepted as if `accept-amp` were set.
 */
function prepareSpontaneous(
  network: Network,
  payee: SimNode,
  { payment, totalMsat }: ArrivedHtlc,
  { paymentHash, isAmp }: { readonly paymentHash: string; readonly isAmp: boolean },
): void {
  const { paymentAddr, customRecords } = payment.order;
  const { byHash, byPaymentAddr } = payee.invoices;
  if (byHash.has(paymentHash) || (isAmp && byPaymentAddr.has(paymentAddr ?? ''))) return;
  network.commit({
    kind: 'invoice_added',
    node: payee.name,
    invoice: {
      paymentHash,
      addIndex: payee.invoices.nextAddIndex,
      memo: '',
      descriptionHash: '',
      valueMsat: totalMsat,
      createdAtSec: nowSec(network),
      expirySec: 0,
      cltvExpiry: FINAL_CLTV_REJECT_DELTA,
      paymentRequest: '',
      paymentAddr: paymentAddr ?? BLANK_PAYMENT_ADDR,
      routeHints: [],
      isHold: false,
      isKeysend: !isAmp,
      isAmp,
      isBlinded: false,
      preimage: isAmp ? null : (customRecords[KEYSEND_PREIMAGE_RECORD.toString()] ?? null),
    },
  });
}

/**
 * Continues invoices after a restart: pending decisions are made, and pending answers are sent to
 * payers.
 */
export function resumeInvoices(network: Network, node: SimNode): void {
  for (const invoice of node.invoices.added) {
    decideInvoice(network, node, invoice);
    answerPayers(network, invoice);
  }
}
