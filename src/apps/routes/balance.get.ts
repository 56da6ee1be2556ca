import { Type } from 'typebox';
import { wholeNumber } from '../../web/amount-schema.ts';
import { answerJson, protectedRoute } from '../../web/route.ts';
import { unitFields } from './account-schemas.ts';
import { presentBalance } from './present-account.ts';

const balanceSchema = Type.Object(
  { balance: wholeNumber('What can be spent now, in sat.'), ...unitFields },
  {
    $id: 'Balance',
    additionalProperties: false,
    examples: [{ balance: 21000, currency: 'BTC', unit: 'sat' }],
  },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/balance',
  access: 'balance:read',
  operationId: 'readBalance',
  summary: 'Get balance',
  description:
    'Returns the spendable balance of the wallet. Money that is held for pending payments is not ' +
    'included.',
  success: 'The balance.',
  tag: 'Account',
  response: balanceSchema,
  handle: async (_, { balanceSat }) => answerJson(presentBalance(balanceSat)),
});
