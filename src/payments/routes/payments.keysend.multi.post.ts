import { Type } from 'typebox';
import { noteRefusal } from '../../authorization/note-refusal.ts';
import { MAX_KEYSENDS_JSON_VALUES } from '../../base/limits.ts';
import { answerJson, answerRefused, protectedRoute } from '../../web/route.ts';
import { TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import { MAX_KEYSENDS } from '../limits.ts';
import type { PaymentConfig } from '../payment-config.ts';
import { type SendKeysendsDeps, sendKeysends } from '../send-keysends.ts';
import { describeApproval } from './describe-approval.ts';
import type { KeysendRouteDeps } from './keysend-rates.ts';
import { keysendRequestSchema, keysendResultSchema } from './keysend-schemas.ts';
import { presentKeysendItem } from './present-keysend.ts';
import { readKeysendOrder } from './read-keysend-order.ts';
import { refusePayment } from './refuse-payment.ts';

export interface MultiKeysendRouteDeps extends SendKeysendsDeps, KeysendRouteDeps {
  readonly config: PaymentConfig & {
    /**
     * Whether successful items of the answer carry an `error` with code 0, as in the
     * specification's sample.
     */
    readonly multiKeysendError: 'always' | 'failed';
  };
}

const requestSchema = Type.Object(
  {
    keysends: Type.Array(keysendRequestSchema, {
      minItems: 1,
      maxItems: MAX_KEYSENDS,
      description: `Payments to send, 1 to ${MAX_KEYSENDS}.`,
    }),
  },
  { $id: 'KeysendsRequest' },
);

const itemErrorSchema = Type.Object(
  {
    code: Type.Integer({
      minimum: 0,
      description: 'Error code as in other errors; 0 if the payment succeeded.',
    }),
    error: Type.Boolean({ description: 'False if the payment succeeded.' }),
    message: Type.String({ description: 'Why the payment failed; empty if it succeeded.' }),
  },
  { description: 'How the payment ended. Some services leave it out if the payment succeeded.' },
);

const responseSchema = Type.Object(
  {
    keysends: Type.Array(
      Type.Object({ keysend: keysendResultSchema, error: Type.Optional(itemErrorSchema) }),
      { description: 'One item for each payment, in the order of the request.' },
    ),
  },
  { $id: 'KeysendResults' },
);

const AGAIN = 'Repeat the call with the same `Idempotency-Key`';

export const route = protectedRoute({
  method: 'POST',
  path: '/payments/keysend/multi',
  maxJsonValues: MAX_KEYSENDS_JSON_VALUES,
  access: 'payments:send',
  operationId: 'sendKeysends',
  summary: 'Send several keysend payments',
  description:
    'Sends several keysend payments in one call. Each of them succeeds or fails on its own, and ' +
    'its item in the response says how it ended. If none succeeds, the status is 500 with the ' +
    'same body.\n\n' +
    'Send an `Idempotency-Key`: without it, repeating the call pays again.\n\n' +
    'If the owner of the wallet has to approve payments above an amount, the sum of all items ' +
    `counts, and one approval covers them all. ${describeApproval(AGAIN)}`,
  success: 'At least one payment succeeded or is still pending; see the `error` of each item.',
  tag: 'Payments',
  pacing: 'payment',
  body: requestSchema,
  response: responseSchema,
  isRepeatable: true,
  mayFailAsWhole: true,
  handle: async (deps: MultiKeysendRouteDeps, { caller, body, idempotency }) => {
    const orders = body.keysends.map(readKeysendOrder);
    if (deps.keysendRates?.take(caller, orders).isAllowed === false) {
      return answerRefused(TOO_MANY_REQUESTS);
    }
    const sent = await sendKeysends(deps, { caller, orders, idempotency });
    if (!sent.ok) return refusePayment(deps, caller, sent.refusal);
    for (const { result } of sent.value) {
      if (!result.ok) noteRefusal(deps, caller, result.refusal);
    }
    const errors = deps.config.multiKeysendError;
    const answer = { keysends: sent.value.map((item) => presentKeysendItem(item, errors)) };
    // A payment whose end is not known may still succeed, so the answer must not call it failed.
    const isLost = sent.value.every(
      ({ result }) => !result.ok && result.refusal.kind !== 'payment_pending',
    );
    return isLost ? { kind: 'all_failed', body: answer } : answerJson(answer);
  },
});
