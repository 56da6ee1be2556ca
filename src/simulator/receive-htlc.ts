import { hexToBytes } from '../base/hex.ts';
import { KEYSEND_PREIMAGE_RECORD, LND_RECEIVED_RECORD } from '../lightning/custom-records.ts';
import { sha256Hex } from './add-invoice.ts';
import { blockHeight } from './block-clock.ts';
import { acceptedMsat } from './invoice-book.ts';
import { lastHtlcIndex } from './liquidity.ts';
import { type Network, nowSec } from './network.ts';
import type { ArrivedHtlc, FailureCode, Invoice, InvoiceHtlc, SimNode } from './network-state.ts';
import { answerPayers, settleInvoice } from './resolve-invoice.ts';

/** LND's keysend invoices and its cross-check of final CLTV deltas. */
const FINAL_CLTV_REJECT_DELTA = 19;
const BLANK_PAYMENT_ADDR = '00'.repeat(32);

/**
 * The payee takes, keeps or refuses an HTLC. Source: LND's invoice registry and its updateMpp;
 * the upper bound of twice the amount is BOLT 4's.
 */
export function receiveHtlc(network: Network, payee: SimNode, arrived: ArrivedHtlc): void {
  const { payment } = arrived;
  const refusal = payment.order.paymentAddr === null ? keysendProblem(payee, arrived) : null;
  if (refusal !== null) {
    refuseHtlc(network, arrived, refusal);
    return;
  }
  if (payment.order.paymentAddr === null) addKeysendInvoice(network, payee, arrived);
  const invoice = payee.invoices.byHash.get(payment.paymentHash);
  const problem = invoice === undefined ? UNKNOWN_DETAILS : problemOf(network, invoice, arrived);
  if (invoice === undefined || problem !== null) {
    refuseHtlc(network, arrived, problem ?? UNKNOWN_DETAILS);
    return;
  }
  acceptHtlc(network, payee, invoice, arrived);
  decideInvoice(network, payee, invoice);
}

/** With all parts there the invoice settles, or holds them; else the newest part waits. */
function decideInvoice(network: Network, payee: SimNode, invoice: Invoice): void {
  const newest = invoice.htlcs.findLast((htlc) => htlc.state === 'ACCEPTED');
  if (newest === undefined || invoice.state !== 'OPEN') return;
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

const UNKNOWN_DETAILS: FailureCode = 'INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS';

function refuseHtlc(network: Network, arrived: ArrivedHtlc, code: FailureCode): void {
  const { payer, payment, attempt } = arrived;
  const ref = {
    node: payer,
    paymentHash: payment.paymentHash,
    attemptId: attempt.attemptId,
  };
  network.wire.answer(network, ref, { kind: 'failed', code });
}

function problemOf(
  network: Network,
  invoice: Invoice,
  { payment, totalMsat, attempt }: ArrivedHtlc,
): FailureCode | null {
  if (invoice.state !== 'OPEN') return UNKNOWN_DETAILS;
  if (!invoice.isKeysend && payment.order.paymentAddr !== invoice.paymentAddr) {
    return UNKNOWN_DETAILS;
  }
  if (totalMsat < invoice.valueMsat || totalMsat === 0n) return UNKNOWN_DETAILS;
  if (invoice.valueMsat > 0n && totalMsat > 2n * invoice.valueMsat) return UNKNOWN_DETAILS;
  const last = attempt.route.hops.at(-1);
  const expiryHeight = last?.expiryHeight ?? 0;
  if (expiryHeight < blockHeight(network.clock) + invoice.cltvExpiry) return UNKNOWN_DETAILS;
  return null;
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
      mppTotalAmtMsat: payment.order.paymentAddr === null ? 0n : totalMsat,
      acceptHeight: blockHeight(network.clock),
      acceptTimeSec: nowSec(network),
      expiryHeight: last?.expiryHeight ?? 0,
      customRecords: {
        ...payment.order.customRecords,
        [LND_RECEIVED_RECORD.toString()]: '00',
      },
      amp: null,
      from: { node: payer, paymentHash: payment.paymentHash, attemptId: attempt.attemptId },
    },
  });
}

/** The first parts wait for the rest; LND gives up after two minutes and sends them back. */
function awaitOtherParts(
  network: Network,
  payee: SimNode,
  invoice: Invoice,
  waiting: InvoiceHtlc,
): void {
  network.after(network.settings.mppTimeoutMs, () => {
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

function keysendProblem(payee: SimNode, { payment }: ArrivedHtlc): FailureCode | null {
  const preimageHex = payment.order.customRecords[KEYSEND_PREIMAGE_RECORD.toString()];
  if (preimageHex === undefined || !payee.acceptsKeysend) return UNKNOWN_DETAILS;
  const preimage = hexToBytes(preimageHex, 32);
  if (preimage === null || sha256Hex(preimage) !== payment.paymentHash) return UNKNOWN_DETAILS;
  return null;
}

/** LND writes an invoice for the keysend just before it settles it; a repeat finds the old one. */
function addKeysendInvoice(
  network: Network,
  payee: SimNode,
  { payment, amountMsat }: ArrivedHtlc,
): void {
  if (payee.invoices.byHash.has(payment.paymentHash)) return;
  network.commit({
    kind: 'invoice_added',
    node: payee.name,
    invoice: {
      paymentHash: payment.paymentHash,
      addIndex: payee.invoices.added.length + 1,
      memo: '',
      descriptionHash: '',
      valueMsat: amountMsat,
      createdAtSec: nowSec(network),
      expirySec: 0,
      cltvExpiry: FINAL_CLTV_REJECT_DELTA,
      paymentRequest: '',
      paymentAddr: BLANK_PAYMENT_ADDR,
      routeHints: [],
      isHold: false,
      isKeysend: true,
      isAmp: false,
      preimage: payment.order.customRecords[KEYSEND_PREIMAGE_RECORD.toString()] ?? null,
    },
  });
}

/** After a restart: invoices decide what they had not, and payers hear what they had not heard. */
export function resumeInvoices(network: Network, node: SimNode): void {
  for (const invoice of node.invoices.added) {
    decideInvoice(network, node, invoice);
    answerPayers(network, invoice);
  }
}
