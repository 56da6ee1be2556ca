import { stateAt } from '../approvals/approval-state.ts';
import type { AskingSpender, AskingSpenderStore } from '../approvals/asking-spender.ts';
import { type ListWaitingDeps, listWaiting } from '../approvals/list-waiting.ts';
import type { Approval, ApprovalState } from '../payments/approval.ts';
import type { ActivityQuery } from './activity-store.ts';
import { SHOWN_ASKED } from './limits.ts';

export interface ReadAskedDeps extends ListWaitingDeps {
  readonly askingSpenders: AskingSpenderStore;
}

/** Payments that ask or have asked for approval. Those that were made are no longer among them. */
export interface AskedActivity {
  readonly waiting: readonly AskedEntry[];
  /** The asked payments that were not made, newest first. */
  readonly ended: readonly AskedEntry[];
}

export interface AskedEntry {
  readonly approval: Approval;
  /** Who has asked; null where nothing is known of them any more. */
  readonly spender: AskingSpender | null;
}

const MADE_OR_WAITING: ReadonlySet<ApprovalState> = new Set<ApprovalState>(['approved', 'waiting']);
export const NONE_ASKED: AskedActivity = { waiting: [], ended: [] };

/**
 * Reads the payments that ask for approval, for the first page of the list. They have no amounts
 * that moved and no words to search in, so a filter for either leaves them out.
 */
export async function readAsked(
  deps: ReadAskedDeps,
  query: Omit<ActivityQuery, 'before' | 'isFirstPage' | 'limit'>,
  /** The time of the oldest entry on the page; null if the page shows all. */
  since: Date | null,
): Promise<AskedActivity> {
  if (!isOffered(query)) return NONE_ASKED;
  const { userId, now, grantId, state } = query;
  const list = { userId, isWaiting: false, offset: 0, limit: SHOWN_ASKED };
  const [waiting, newest] = await Promise.all([
    state === 'failed' ? [] : listWaiting(deps, userId),
    state === 'pending' ? [] : deps.approvals.listOfUser(list),
  ]);
  const isOfGrant = (one: Approval): boolean => grantId === null || one.grantId === grantId;
  const waits = waiting.filter(isOfGrant);
  const ended = newest
    .filter(isOfGrant)
    .filter((one) => !MADE_OR_WAITING.has(stateAt(one, now)))
    .filter(({ createdAt }) => since === null || createdAt >= since);
  const grants = new Set([...waits, ...ended].map((one) => one.grantId));
  const spenders = await deps.askingSpenders.findSpenders(userId, [...grants], now);
  const named = (approval: Approval): AskedEntry => ({
    approval,
    spender: spenders.get(approval.grantId) ?? null,
  });
  return { waiting: waits.map(named), ended: ended.map(named) };
}

const isOffered = (
  query: Pick<ActivityQuery, 'direction' | 'state' | 'from' | 'to' | 'minAmountSat' | 'text'>,
): boolean =>
  query.direction !== 'incoming' &&
  (query.state === 'all' || query.state === 'pending' || query.state === 'failed') &&
  [query.from, query.to, query.minAmountSat, query.text].every((filter) => filter === null);
