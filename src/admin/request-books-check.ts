import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import type { OperatorActionStore } from '../alarms/operator-action-store.ts';

export interface OrderBooksCheckDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly actions: Pick<OperatorActionStore, 'begin'>;
}

/**
 * Orders a check of the books. The leader does it within seconds (node/check-books.ts): checks come
 * one after the other, so that none lifts what a later one has stopped. The log is the order: one
 * check answers all orders that were there when it began.
 */
export const requestBooksCheck = (deps: OrderBooksCheckDeps, by: Operator): Promise<void> =>
  deps.actions.begin(newAction(deps, by, { kind: 'books_check', subject: '' }));
