import { type Static, Type } from 'typebox';
import type { ChainTransactionStore } from '../../onchain/chain-transaction-store.ts';
import {
  answerJson,
  answerRefused,
  type ProtectedRequest,
  protectedRoute,
} from '../../web/route.ts';
import { NOT_FOUND } from '../../web/wire-errors.ts';
import type { PaymentView } from '../payment-store.ts';
import { presentWithdrawal, withdrawalSchema } from './present-withdrawal.ts';

export interface BitcoinPaymentDeps {
  readonly chainTransactions: ChainTransactionStore;
}

const paramsSchema = Type.Object({
  id: Type.String({ description: 'Identifier of the payment.' }),
});

export const route = protectedRoute({
  method: 'GET',
  path: '/payments/onchain/:id',
  access: 'transactions:read',
  operationId: 'getBitcoinPayment',
  summary: 'Get bitcoin payment',
  description: 'Returns what has become of bitcoin that was sent to an address.',
  success: 'The payment as it stands now.',
  tag: 'Payments',
  params: paramsSchema,
  response: withdrawalSchema,
  errors: { 404: 'This wallet has sent no bitcoin under this identifier.' },
  handle: async (
    { chainTransactions }: BitcoinPaymentDeps,
    { caller, params }: ProtectedRequest<PaymentView, Static<typeof paramsSchema>>,
  ) => {
    const found = await chainTransactions.findSent(caller.userId, params.id);
    return found === null ? answerRefused(NOT_FOUND) : answerJson(presentWithdrawal(found));
  },
});
