import { type Static, Type } from 'typebox';
import { sat, satToNumber } from '../../base/amount.ts';
import { payInvoice } from '../../usecases/payments/pay-invoice.ts';
import type { SettledPayment } from '../../wallet/payment.ts';
import { answerJson, answerRefused, protectedRoute } from '../route.ts';
import { amountSchema, wholeNumber } from '../schemas/amount-schema.ts';
import { payError } from '../wire/wire-errors.ts';

const requestSchema = Type.Object(
  {
    invoice: Type.String({ minLength: 1, description: 'BOLT11 invoice' }),
    // Needed where the invoice has no amount; otherwise left out, or the same.
    amount: Type.Optional(amountSchema),
  },
  { $id: 'InvoicePaymentRequest', examples: [{ invoice: 'lnbc10u1p…' }] },
);

const responseSchema = Type.Object(
  {
    amount: wholeNumber('Satoshis'),
    description: Type.String(),
    description_hash: Type.Optional(Type.String()),
    destination: Type.String({ description: 'Key of the node that was paid' }),
    fee: wholeNumber('Satoshis'),
    payment_hash: Type.String(),
    payment_preimage: Type.String({ description: 'Proof of payment' }),
    payment_request: Type.String({ description: 'The invoice, in lower case' }),
  },
  { $id: 'InvoicePaymentResult', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'POST',
  path: '/payments/bolt11',
  access: 'payments:send',
  operationId: 'payInvoice',
  summary: 'Pay a BOLT11 invoice',
  description:
    'Answers when the payment has ended. Code 10 with the word "pending" means that its end is ' +
    'not known yet: a repeat of the call waits for it and never pays twice. What another app or ' +
    'token of the user pays or has paid, or another invoice with its payment hash, is refused ' +
    'with code 2: nothing is charged.',
  tag: 'Payments',
  body: requestSchema,
  response: responseSchema,
  isRepeatable: true,
  handle: async (deps, { caller, body, idempotency }) => {
    const amountSat = body.amount === undefined ? null : sat(BigInt(body.amount));
    const paid = await payInvoice(deps, { caller, bolt11: body.invoice, amountSat, idempotency });
    if (!paid.ok) return answerRefused(payError(paid.refusal));
    return answerJson(presentPaidInvoice(paid.value));
  },
});

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
