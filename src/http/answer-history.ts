import type { TSchema } from 'typebox';
import { listHistory } from '../usecases/list-history.ts';
import type { HistoryQuery } from '../wallet/history-store.ts';
import { readHistoryQuery } from './history-filters.ts';
import type { RouteDeps } from './http-deps.ts';
import { presentRecords } from './present-record.ts';
import { type Answer, answerJsonText, answerRefused, type ProtectedRequest } from './route.ts';
import { historyError } from './wire-errors.ts';

/** What the three lists have in common; they differ in direction and scope. */
export async function answerHistory(
  deps: RouteDeps,
  request: ProtectedRequest<TSchema, TSchema>,
  direction: HistoryQuery['direction'],
): Promise<Answer<never>> {
  const query = readHistoryQuery(request.query, request.caller.userId, direction);
  if (!query.ok) return answerRefused(historyError(query.refusal));
  const listed = await listHistory(deps, query.value);
  if (!listed.ok) return answerRefused(historyError(listed.refusal));
  return answerJsonText(presentRecords(listed.value));
}
