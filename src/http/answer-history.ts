import type { TSchema } from 'typebox';
import { MAX_SHORT_LIST_LENGTH } from '../base/limits.ts';
import { accept, type Result } from '../base/result.ts';
import { beginHistory, type HistoryPart } from '../usecases/begin-history.ts';
import type { HistoryQuery } from '../wallet/history-store.ts';
import type { HistoryRefusal } from '../wallet/wallet-refusals.ts';
import { readHistoryQuery } from './history-filters.ts';
import type { RouteDeps } from './http-deps.ts';
import { answerLongList } from './long-list.ts';
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
  const begun = await begin(deps, request, query.value);
  if (!begun.ok) return answerRefused(historyError(begun.refusal));
  const { bodies, more } = begun.value;
  const text = presentRecords(bodies);
  if (more === null && text.length <= MAX_SHORT_LIST_LENGTH) return answerJsonText(text);
  return answerLongList(deps, request.caller.userId, begun.value);
}

/** Most lists have come with the token already, as a whole. */
const begin = async (
  deps: RouteDeps,
  { newest }: ProtectedRequest<TSchema, TSchema>,
  query: HistoryQuery,
): Promise<Result<HistoryPart, HistoryRefusal>> =>
  newest === null ? await beginHistory(deps, query) : accept({ bodies: newest, more: null });
