import { Type } from 'typebox';
import { presentBalance } from '../present/present-account.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { unitFields } from '../schemas/account-schemas.ts';
import { wholeNumber } from '../schemas/amount-schema.ts';

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
  handle: async (_, { account }) => answerJson(presentBalance(account)),
});
