import { presentRecords } from '../../ledger/present-record.ts';
import {
  type Answer,
  answerJsonText,
  answerRefused,
  type ProtectedRequest,
} from '../../web/route.ts';
import type { HistoryQuery, HistoryStore } from '../history-store.ts';
import { MAX_SHORT_LIST_LENGTH } from '../limits.ts';
import { beginHistory, type HistoryPart } from '../list-history.ts';
import { historyError } from './history-errors.ts';
import { readHistoryQuery } from './history-filters.ts';
import { answerLongList, type ListReader, type LongListDeps } from './long-list.ts';

export interface AnswerHistoryDeps extends LongListDeps {
  readonly history: HistoryStore;
}

/**
 * Answers the API's three lists of records: incoming, outgoing, or both. They differ in direction
 * and in the scope that they need.
 */
export async function answerHistory(
  deps: AnswerHistoryDeps,
  { caller: { userId }, query, newest, hangUp, endTurn }: ProtectedRequest<unknown>,
  direction: HistoryQuery['direction'],
): Promise<Answer<never>> {
  const reader = { userId, hangUp, endTurn };
  // Most callers ask for the newest records, and those were already read by the statement that
  // checked the token.
  if (newest !== null) return await answerPart(deps, reader, { bodies: newest, more: null });
  const asked = readHistoryQuery(query, userId, direction);
  if (!asked.ok) return answerRefused(historyError(asked.refusal));
  const begun = await beginHistory(deps, asked.value);
  if (!begun.ok) return answerRefused(historyError(begun.refusal));
  return await answerPart(deps, reader, begun.value);
}

async function answerPart(
  deps: LongListDeps,
  reader: ListReader,
  part: HistoryPart,
): Promise<Answer<never>> {
  const length = part.bodies.reduce((sum, body) => sum + body.length + 1, 1);
  const isShort = part.more === null && length <= MAX_SHORT_LIST_LENGTH;
  if (isShort) return answerJsonText(presentRecords(part.bodies));
  return await answerLongList(deps, reader, part);
}
