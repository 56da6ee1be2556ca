import { sendKeysend } from '../../usecases/payments/send-keysend.ts';
import { presentKeysend } from '../present/present-keysend.ts';
import { refusePayment } from '../refuse-payment.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { keysendRequestSchema, keysendResultSchema } from '../schemas/keysend-schemas.ts';
import { readKeysendOrder } from '../wire/read-keysend-order.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/payments/keysend',
  access: 'payments:send',
  operationId: 'sendKeysend',
  summary: 'Send keysend payment',
  description:
    'Pays a node directly, without an invoice. Send an `Idempotency-Key`: without it, repeating ' +
    'the call pays again.\n\n' +
    'To pay another user of this service, send to the node of this service with the custom ' +
    'record 696969 of that user (see `GET /user/value4value`). Such a payment has no fee.',
  success: 'The payment succeeded.',
  tag: 'Payments',
  body: keysendRequestSchema,
  response: keysendResultSchema,
  isRepeatable: true,
  handle: async (deps, { caller, body, idempotency }) => {
    const order = readKeysendOrder(body);
    const sent = await sendKeysend(deps, { caller, order, idempotency });
    if (!sent.ok) return refusePayment(deps, caller, sent.refusal);
    return answerJson(presentKeysend(order, sent.value));
  },
});
