import { type Static, Type } from 'typebox';
import { sat } from '../../base/amount.ts';
import { newRecordIdentifier, newUuid } from '../../base/id.ts';
import { amountInSat } from '../../web/amount-schema.ts';
import { answerJson, type ProtectedRequest, protectedRoute } from '../../web/route.ts';
import { type WithdrawDeps, withdrawOrAsk } from '../pay-planned.ts';
import type { PaymentView } from '../payment-store.ts';
import { describeApproval } from './describe-approval.ts';
import { presentWithdrawal, speedSchema, withdrawalSchema } from './present-withdrawal.ts';
import { type RefusePaymentDeps, refusePayment } from './refuse-payment.ts';

const requestSchema = Type.Object(
  {
    address: Type.String({ minLength: 1, description: 'Bitcoin address to pay.' }),
    amount: amountInSat('The address gets exactly this; the fee comes on top.'),
    speed: speedSchema,
    max_fee: Type.Optional(
      amountInSat('The highest fee. By default half more than what the node reckons with now.'),
    ),
  },
  {
    $id: 'BitcoinPaymentRequest',
    examples: [{ address: 'bc1q…', amount: 50000, speed: 'normal' }],
  },
);

type RequestBody = Static<typeof requestSchema>;

/**
 * The route that sends bitcoin to an address. It belongs to the payments feature, because its
 * refusals are those of all payments.
 */
export const route = protectedRoute({
  method: 'POST',
  path: '/payments/onchain',
  access: 'payments:send',
  operationId: 'payBitcoinAddress',
  summary: 'Pay bitcoin address',
  description:
    'Orders bitcoin to an address and returns at once, as blocks take their time: ask for its ' +
    'state, or have a webhook told of `onchain.outgoing.confirmed`. Amount and highest fee are ' +
    'set aside; what the fee does not need comes back.\n\n' +
    'Each call without an `Idempotency-Key` is a payment of its own. An address of a wallet of ' +
    'this service is paid at once and without a fee.\n\n' +
    describeApproval('Repeat the call with the same `Idempotency-Key`'),
  success: 'The payment as it stands now.',
  tag: 'Payments',
  pacing: 'payment',
  body: requestSchema,
  response: withdrawalSchema,
  isRepeatable: true,
  handle: async (
    deps: WithdrawDeps & RefusePaymentDeps,
    { caller, body, idempotency }: ProtectedRequest<PaymentView, unknown, RequestBody>,
  ) => {
    const { clock, random } = deps;
    const ordered = await withdrawOrAsk(
      deps,
      { caller, idempotency },
      {
        ids: {
          id: newUuid(clock, random),
          identifier: newRecordIdentifier(clock, random),
        },
        address: body.address.trim(),
        amountSat: sat(BigInt(body.amount)),
        speed: body.speed,
        maxFeeSat: body.max_fee === undefined ? null : sat(BigInt(body.max_fee)),
      },
    );
    if (!ordered.ok) return refusePayment(deps, caller, ordered.refusal);
    return answerJson(presentWithdrawal(ordered.value));
  },
});
