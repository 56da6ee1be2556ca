import { type Static, Type } from 'typebox';
import type { Caller } from '../../authorization/caller.ts';
import { sat, satToMsat, satToNumber } from '../../base/amount.ts';
import type { SettledPayment } from '../../ledger/payment.ts';
import { readBolt11 } from '../../lightning/bolt11-decode.ts';
import { normalizeBolt11 } from '../../lightning/bolt11-prefix.ts';
import { amountInSat, wholeNumber } from '../../web/amount-schema.ts';
import {
  type AttemptRequest,
  answerJson,
  type ProtectedRequest,
  protectedRoute,
} from '../../web/route.ts';
import type { PayAnswer } from '../await-outcome.ts';
import { type PayAtOnceDeps, payAtOnce } from '../pay-at-once.ts';
import { payInvoice } from '../pay-invoice.ts';
import type { PaymentView } from '../payment-store.ts';
import { describeApproval } from './describe-approval.ts';
import { type RefusePaymentDeps, refusePayment } from './refuse-payment.ts';

const requestSchema = Type.Object(
  {
    invoice: Type.String({ minLength: 1, description: 'BOLT11 invoice to pay.' }),
    amount: Type.Optional(
      amountInSat(
        'Required if the invoice has no amount. Otherwise leave it out, or repeat the amount of ' +
          'the invoice.',
      ),
    ),
  },
  { $id: 'InvoicePaymentRequest', examples: [{ invoice: 'lnbc10u1p…' }] },
);

type RequestBody = Static<typeof requestSchema>;

const responseSchema = Type.Object(
  {
    amount: wholeNumber('Paid amount in sat, without the fee.'),
    description: Type.String({ description: 'Description of the invoice; empty if it has none.' }),
    description_hash: Type.Optional(
      Type.String({ description: 'SHA-256 of the description in hex, if the invoice has one.' }),
    ),
    destination: Type.String({ description: 'Public key of the node that was paid, in hex.' }),
    fee: wholeNumber('Routing fee in sat.'),
    payment_hash: Type.String({ description: 'Payment hash in hex.' }),
    payment_preimage: Type.String({ description: 'Preimage in hex, the proof of payment.' }),
    payment_request: Type.String({ description: 'The paid invoice, in lower case.' }),
  },
  { $id: 'InvoicePaymentResult', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'POST',
  path: '/payments/bolt11',
  access: 'payments:send',
  operationId: 'payInvoice',
  summary: 'Pay BOLT11 invoice',
  description:
    'Pays an invoice and returns when the payment has succeeded or failed.\n\n' +
    'If that takes longer than the service waits (60 seconds by default), the response has ' +
    'status 500 and code 10, and its `message` contains "pending". Repeat the call with the same ' +
    'token to wait for the outcome; an invoice is never paid twice.\n\n' +
    `${describeApproval('Repeat the call')}\n\n` +
    'If another app or token of the user has paid the invoice or is paying it, or if another ' +
    'invoice with the same payment hash was paid, the call is refused with code 2 and nothing ' +
    'is charged.',
  success: 'The invoice was paid.',
  tag: 'Payments',
  pacing: 'payment',
  body: requestSchema,
  response: responseSchema,
  isRepeatable: true,
  prefetchPayment: findPaymentHash,
  attempt: async (
    deps: PayAtOnceDeps & RefusePaymentDeps,
    { caller, token, body: { invoice: bolt11, amount } }: AttemptRequest<RequestBody>,
  ) => {
    if (amount !== undefined) return null;
    const paid = await payAtOnce(deps, { caller, payerToken: token, bolt11 });
    return paid && answerPaid(deps, caller, paid);
  },
  handle: async (
    deps: PayAtOnceDeps & RefusePaymentDeps,
    {
      caller,
      body,
      idempotency,
      paymentView: view,
    }: ProtectedRequest<PaymentView, unknown, RequestBody>,
  ) => {
    const amountMsat = body.amount === undefined ? null : satToMsat(sat(BigInt(body.amount)));
    const order = { bolt11: body.invoice, amountMsat, view };
    return answerPaid(deps, caller, await payInvoice(deps, { caller, idempotency, ...order }));
  },
});

const answerPaid = (deps: RefusePaymentDeps, caller: Caller, paid: PayAnswer) =>
  paid.ok ? answerJson(presentPaidInvoice(paid.value)) : refusePayment(deps, caller, paid.refusal);

/** Finds the payment hash in a request body before the body is validated, or null. */
function findPaymentHash(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('invoice' in body)) return null;
  if (typeof body.invoice !== 'string') return null;
  const read = readBolt11(normalizeBolt11(body.invoice));
  return read.ok ? read.value.paymentHash : null;
}

const presentPaidInvoice = (payment: SettledPayment): Static<typeof responseSchema> => ({
  amount: satToNumber(payment.amountSat),
  description: payment.memo ?? '',
  ...(payment.descriptionHash === null ? {} : { description_hash: payment.descriptionHash }),
  destination: payment.destination,
  fee: satToNumber(payment.feeSat),
  payment_hash: payment.paymentHash,
  payment_preimage: payment.preimage,
  payment_request: payment.bolt11,
});
