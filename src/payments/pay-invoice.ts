import { creditSat, type Msat, type Sat } from '../base/amount.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { FoundInvoice } from '../invoices/invoice-store.ts';
import type { Invoice } from '../ledger/invoice.ts';
import type { PaymentOrder } from '../ledger/payment.ts';
import type { SentTo } from '../ledger/sent-to.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { proveBolt11, readBolt11, type UnprovenBolt11 } from '../lightning/bolt11-decode.ts';
import { whyNotPayable } from '../lightning/bolt11-payable.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import { type AskedPayment, askApproval, joinAsked } from './ask-approval.ts';
import { awaitOutcome, awaitRepeatedOutcome, deadlineOf, type PayAnswer } from './await-outcome.ts';
import { checkPaymentAmount, choosePaymentAmount } from './check-payment-amount.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import type { PaymentView } from './payment-store.ts';
import { drawIds, type PlannedIds } from './planned-ids.ts';
import { startInternalPayment } from './start-internal-payment.ts';
import { type Started, startNodePayment } from './start-payment.ts';
import { answerRepeat } from './wait-for-payment.ts';

export interface PayInvoiceInput extends PayContext {
  readonly bolt11: string;
  /**
   * The amount for an invoice that states none; otherwise null, or equal to the amount of the
   * invoice.
   */
  readonly amountMsat: Msat | null;
  /** The payee of a payment by LNURL, stored with the payment; undefined for any other payment. */
  readonly sentTo?: SentTo | null;
  /** The ids of an order that may be repeated; undefined if new ids are to be drawn. */
  readonly ids?: Pick<PlannedIds, 'paymentId' | 'identifier'>;
  /**
   * What the query that found the caller's token has also read about this invoice; undefined if it
   * has read nothing.
   */
  readonly view?: PaymentView | null;
}

/** Pays a BOLT 11 invoice and waits for its end, up to the time that callers may wait. */
export async function payInvoice(deps: PayDeps, input: PayInvoiceInput): Promise<PayAnswer> {
  const deadlineMs = deadlineOf(deps);
  const checked = checkInvoice(deps, input);
  if (!checked.ok) return checked;
  // The query that finds the caller's token does not read idempotency keys, so what it has read
  // about the invoice is used only when the call has no such key.
  const known = input.idempotency === null ? input.view : null;
  const view = known ?? (await readView(deps, input, checked.value.invoice.paymentHash));
  if (view.idempotency !== null && input.idempotency !== null) {
    return await awaitRepeatedOutcome(deps, input.idempotency, view.idempotency, deadlineMs);
  }
  const started = await startInvoicePayment(deps, input, checked.value, view);
  const answer = started.ok ? await awaitOutcome(deps, input, started.value, deadlineMs) : started;
  if (answer.ok) return answer;
  const { refusal } = answer;
  if (started.ok && refusal.kind !== 'approval_needed') return answer;
  const { paymentHash } = checked.value.invoice;
  const approved =
    refusal.kind === 'approval_needed'
      ? await askApproval(
          deps,
          input,
          toAskedPayment(deps, input, checked.value, refusal.maxFeeSat),
          deadlineMs,
        )
      : await joinAsked(deps, input, { paymentHash, refusal }, deadlineMs);
  return approved.ok ? await answerRepeat(deps, approved.value, deadlineMs) : approved;
}

function toAskedPayment(
  deps: PayDeps,
  { bolt11, amountMsat, sentTo = null, ids }: PayInvoiceInput,
  checked: CheckedInvoice,
  maxFeeSat: Sat,
): AskedPayment {
  const { invoice } = checked;
  const order = { kind: 'bolt11', bolt11, amountMsat, sentTo } as const;
  return {
    planned: { ids: { ...drawIds(deps), ...ids }, order, maxFeeSat },
    paymentHash: invoice.paymentHash,
    amountMsat: checked.amountMsat,
    maxFeeSat,
    expiresAt: new Date((invoice.timestampSec + invoice.expirySec) * 1000),
  };
}

/** An invoice that has passed all checks for which its text alone is enough. */
export interface CheckedInvoice {
  readonly bolt11: string;
  readonly invoice: UnprovenBolt11;
  readonly amountMsat: Msat;
}

export function checkInvoice(
  deps: PayDeps,
  input: PayInvoiceInput,
): Result<CheckedInvoice, PayRefusal> {
  const bolt11 = normalizeBolt11(input.bolt11);
  const read = readBolt11(bolt11);
  if (!read.ok) return read;
  const invoice = read.value;
  if (invoice.network !== deps.node.network) {
    return refuse({ kind: 'wrong_network', network: invoice.network });
  }
  const problem = whyNotPayable(invoice);
  if (problem !== null) return refuse({ kind: 'invoice_not_payable', detail: problem.detail });
  const chosen = choosePaymentAmount(invoice.amountMsat, input.amountMsat);
  if (!chosen.ok) return chosen;
  const amountMsat = checkPaymentAmount(chosen.value, deps.config);
  if (!amountMsat.ok) return amountMsat;
  return accept({ bolt11, invoice, amountMsat: amountMsat.value });
}

function readView(
  { money, payments }: PayDeps,
  { caller, idempotency }: PayInvoiceInput,
  paymentHash: string,
): Promise<PaymentView> {
  const query = {
    userId: caller.userId,
    grantId: caller.grantId,
    paymentHash,
    payeeIdentifier: null,
    idempotencyKey: idempotency?.key ?? null,
  };
  return money.prepare(() => payments.readForPayment(query));
}

async function startInvoicePayment(
  deps: PayDeps,
  input: PayInvoiceInput,
  checked: CheckedInvoice,
  view: PaymentView,
): Promise<Result<Started, PayRefusal>> {
  const payee = findPayee(deps, checked, view);
  if (!payee.ok) return payee;
  // A repeat gets its answer even if the invoice has expired since.
  if (view.payment !== null) {
    return accept({ kind: 'joined', paymentId: view.payment.id, bolt11: checked.bolt11 });
  }
  if (hasExpired(checked.invoice, deps.clock.now())) return refuse({ kind: 'invoice_expired' });

  const order = newOrder(deps, input, checked, payee.value);
  // The destination decides whether a payment is internal. The hash does not, because another
  // node's invoice may wrap one of ours and share its hash.
  if (payee.value !== deps.node.pubkey) {
    return await startNodePayment(deps, order, input.idempotency);
  }
  const own = checkOwnInvoice(checked, view.invoice);
  if (!own.ok) return own;
  const invoice = own.value;
  const provenOrder = { ...order, preimage: invoice.preimage };
  const to = { kind: 'invoice' as const, invoice };
  return await startInternalPayment(deps, provenOrder, to, input.idempotency);
}

/**
 * Finds the payee of an invoice. The signature of a text that this service issued itself needs no
 * check.
 */
function findPayee(
  { node }: PayDeps,
  { bolt11, invoice }: CheckedInvoice,
  view: PaymentView,
): Result<string, PayRefusal> {
  if (view.invoice?.invoice.bolt11 === bolt11) return accept(node.pubkey);
  const proven = proveBolt11(invoice);
  return proven.ok ? accept(proven.value.payee) : proven;
}

/**
 * Checks an invoice of this service. Only the exact text that the service issued is accepted,
 * because another text with the same hash could ask for another amount.
 */
export function checkOwnInvoice(
  checked: CheckedInvoice,
  found: FoundInvoice | null,
): Result<Invoice, PayRefusal> {
  if (found === null) return refuse({ kind: 'not_our_invoice' });
  const { invoice } = found;
  if (invoice.bolt11 === null) return refuse({ kind: 'invoice_not_ready' });
  if (invoice.bolt11 !== checked.bolt11) return refuse({ kind: 'not_our_invoice' });
  if (found.receiptsCount > 0) return refuse({ kind: 'invoice_settled' });
  if (creditSat(checked.amountMsat) === 0n) {
    // A payment of less than a sat would bring the payee nothing, but would settle their invoice.
    return refuse({ kind: 'bad_input', message: 'amount must be at least 1000 msat (1 sat)' });
  }
  return accept(invoice);
}

export const hasExpired = (invoice: UnprovenBolt11, now: Date): boolean =>
  (invoice.timestampSec + invoice.expirySec) * 1000 <= now.getTime();

export function newOrder(
  { clock, random }: PayDeps,
  { caller, sentTo = null, ids }: PayInvoiceInput,
  { bolt11, invoice, amountMsat }: CheckedInvoice,
  payee: string,
): PaymentOrder {
  return {
    id: ids?.paymentId ?? newUuid(clock, random),
    identifier: ids?.identifier ?? newRecordIdentifier(clock, random),
    userId: caller.userId,
    grantId: caller.grantId,
    kind: 'bolt11',
    paymentHash: invoice.paymentHash,
    preimage: null,
    amountMsat,
    destination: payee,
    bolt11,
    memo: cleanDescription(invoice),
    descriptionHash: invoice.descriptionHash,
    records: new Map(),
    batch: null,
    sentTo,
    createdAt: clock.now(),
  };
}

/**
 * Removes characters that cannot be stored from the payee's text, because they must not prevent the
 * payment.
 */
const cleanDescription = ({ description }: UnprovenBolt11): string | null =>
  description === null ? null : cleanText(description, description.length);
