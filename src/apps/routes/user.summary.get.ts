import { Type } from 'typebox';
import { assert } from '../../base/assert.ts';
import { wholeNumber } from '../../web/amount-schema.ts';
import { nullable } from '../../web/nullable.ts';
import { answerJson, protectedRoute } from '../../web/route.ts';
import { unitFields } from './account-schemas.ts';
import { presentBalance } from './present-account.ts';

const summarySchema = Type.Object(
  {
    balance: wholeNumber('What can be spent now, in sat.'),
    boostagrams_count: wholeNumber('Number of received boostagrams.'),
    ...unitFields,
    invoices_count: wholeNumber('Number of settled incoming invoices and keysend payments.'),
    last_invoice_at: nullable(
      Type.String({
        description:
          'When the last incoming invoice or keysend payment settled, ISO 8601 in UTC with ' +
          'milliseconds. Null if there is none.',
      }),
    ),
    transactions_count: wholeNumber('Number of settled outgoing payments.'),
  },
  { $id: 'AccountSummary', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/user/summary',
  access: 'balance:read',
  operationId: 'readSummary',
  summary: 'Get account summary',
  description: 'Returns the balance and the number of settled invoices and payments.',
  success: 'The summary.',
  tag: 'Account',
  response: summarySchema,
  showsAccount: true,
  handle: async (_, { balanceSat, account }) => {
    assert(account !== null, 'the route shows the account');
    return answerJson({
      ...presentBalance(balanceSat),
      boostagrams_count: account.boostagramsCount,
      invoices_count: account.invoicesCount,
      last_invoice_at: account.lastInvoiceAt?.toISOString() ?? null,
      transactions_count: account.transactionsCount,
    });
  },
});
