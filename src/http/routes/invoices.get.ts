import { answerHistory } from '../present/answer-history.ts';
import { protectedRoute } from '../route.ts';
import { historyQuerySchema, historySchema } from '../schemas/history-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/invoices',
  access: 'invoices:read',
  lists: 'both',
  operationId: 'listInvoices',
  summary: 'What came in and what went out',
  description: 'Settled movements only, newest first.',
  tag: 'Invoices',
  query: historyQuerySchema,
  response: historySchema,
  handle: (deps, request) => answerHistory(deps, request, 'both'),
});
