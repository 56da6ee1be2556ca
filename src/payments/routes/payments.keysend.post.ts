import { answerJson, answerRefused, protectedRoute } from '../../web/route.ts';
import { TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import type { PayDeps } from '../pay-deps.ts';
import { sendKeysend } from '../send-keysend.ts';
import { describeApproval } from './describe-approval.ts';
import type { KeysendRouteDeps } from './keysend-rates.ts';
import { keysendRequestSchema, keysendResultSchema } from './keysend-schemas.ts';
import { presentKeysend } from './present-keysend.ts';
import { readKeysendOrder } from './read-keysend-order.ts';
import { refusePayment } from './refuse-payment.ts';

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
    'record 696969 of that user (see `GET /user/value4value`). Such a payment has no fee.\n\n' +
    describeApproval('Repeat the call with the same `Idempotency-Key`'),
  success: 'The payment succeeded.',
  tag: 'Payments',
  pacing: 'payment',
  body: keysendRequestSchema,
  response: keysendResultSchema,
  isRepeatable: true,
  handle: async (deps: KeysendRouteDeps & PayDeps, { caller, body, idempotency }) => {
    const order = readKeysendOrder(body);
    if (deps.keysendRates?.take(caller, [order]).isAllowed === false) {
      return answerRefused(TOO_MANY_REQUESTS);
    }
    const sent = await sendKeysend(deps, { caller, order, idempotency });
    if (!sent.ok) return refusePayment(deps, caller, sent.refusal);
    return answerJson(presentKeysend(order, sent.value));
  },
});
