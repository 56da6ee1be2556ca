import { answerHistory } from '../present/answer-history.ts';
import { protectedRoute } from '../route.ts';
import { historyQuerySchema, historySchema } from '../schemas/history-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/invoices/incoming',
  access: 'invoices:read',
  lists: 'incoming',
  operationId: 'listIncomingInvoices',
  summary: 'What came in: paid invoices and keysends',
  description: 'Settled movements only, newest first.',
  tag: 'Invoices',
  query: historyQuerySchema,
  response: historySchema,
  handle: (deps, request) => answerHistory(deps, request, 'incoming'),
});
