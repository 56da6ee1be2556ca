import { answerHistory } from '../present/answer-history.ts';
import { protectedRoute } from '../route.ts';
import { historyQuerySchema, historySchema } from '../schemas/history-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/invoices/outgoing',
  access: 'transactions:read',
  lists: 'outgoing',
  operationId: 'listOutgoingInvoices',
  summary: 'What went out: paid invoices and keysends',
  description: 'Settled movements only, newest first.',
  tag: 'Invoices',
  query: historyQuerySchema,
  response: historySchema,
  handle: (deps, request) => answerHistory(deps, request, 'outgoing'),
});
