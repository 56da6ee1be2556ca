import { protectedRoute } from '../../web/route.ts';
import { type AnswerHistoryDeps, answerHistory } from './answer-history.ts';
import {
  HISTORY_ERRORS,
  HISTORY_SUCCESS,
  historyQuerySchema,
  historySchema,
} from './history-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/invoices/outgoing',
  access: 'transactions:read',
  lists: 'outgoing',
  operationId: 'listOutgoingInvoices',
  summary: 'List outgoing invoices',
  description:
    'Lists settled outgoing invoices and sent keysend payments, newest first. Query parameters ' +
    'that cannot be used are ignored.',
  success: HISTORY_SUCCESS,
  errors: HISTORY_ERRORS,
  tag: 'Invoices',
  query: historyQuerySchema,
  response: historySchema,
  handle: (deps: AnswerHistoryDeps, request) => answerHistory(deps, request, 'outgoing'),
});
