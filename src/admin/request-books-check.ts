import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import type { OperatorActionStore } from '../alarms/operator-action-store.ts';

export interface OrderBooksCheckDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly actions: Pick<OperatorActionStore, 'begin'>;
}

/**
 * Orders a check of the books by an entry in the log of operators. The leader makes it within
 * seconds (node/check-books.ts). Checks come one after the other, so that none lifts what a later
 * one has stopped; one check answers all orders that were there when it began.
 */
export async function requestBooksCheck(deps: OrderBooksCheckDeps, by: Operator): Promise<void> {
  await deps.actions.begin(newAction(deps, by, { kind: 'books_check', subject: '' }));
}
