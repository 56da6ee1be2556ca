import { Type } from 'typebox';
import { presentBalance } from '../present/present-account.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { unitFields } from '../schemas/account-schemas.ts';
import { wholeNumber } from '../schemas/amount-schema.ts';
import { nullable } from '../schemas/nullable.ts';

const summarySchema = Type.Object(
  {
    balance: wholeNumber('What can be spent'),
    boostagrams_count: wholeNumber('Settled incoming, with a boostagram'),
    ...unitFields,
    invoices_count: wholeNumber('Settled incoming, keysends included'),
    last_invoice_at: nullable(
      Type.String({ description: 'Newest of them, ISO 8601 in UTC with milliseconds' }),
    ),
    transactions_count: wholeNumber('Settled outgoing'),
  },
  { $id: 'AccountSummary', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/user/summary',
  access: 'balance:read',
  operationId: 'readSummary',
  summary: 'Your wallet in figures',
  tag: 'Account',
  response: summarySchema,
  handle: async (_, { account }) =>
    answerJson({
      ...presentBalance(account),
      boostagrams_count: account.boostagramsCount,
      invoices_count: account.invoicesCount,
      last_invoice_at: account.lastInvoiceAt?.toISOString() ?? null,
      transactions_count: account.transactionsCount,
    }),
});
