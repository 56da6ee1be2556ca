import { sendKeysend } from '../../usecases/payments/send-keysend.ts';
import { presentKeysend } from '../present/present-keysend.ts';
import { answerJson, answerRefused, protectedRoute } from '../route.ts';
import { keysendRequestSchema, keysendResultSchema } from '../schemas/keysend-schemas.ts';
import { readKeysendOrder } from '../wire/read-keysend-order.ts';
import { payError } from '../wire/wire-errors.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/payments/keysend',
  access: 'payments:send',
  operationId: 'sendKeysend',
  summary: 'Pay a node without an invoice',
  description:
    'To pay another user of this service, send to our own node with his record 696969 (see ' +
    '/user/value4value): such a payment costs nothing.',
  tag: 'Payments',
  body: keysendRequestSchema,
  response: keysendResultSchema,
  isRepeatable: true,
  handle: async (deps, { caller, body, idempotency }) => {
    const order = readKeysendOrder(body);
    const sent = await sendKeysend(deps, { caller, order, idempotency });
    if (!sent.ok) return answerRefused(payError(sent.refusal));
    return answerJson(presentKeysend(order, sent.value));
  },
});
