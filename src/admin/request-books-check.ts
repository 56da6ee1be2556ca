import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import type { OperatorActionStore } from '../alarms/operator-action-store.ts';

export interface OrderBooksCheckDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly actions: Pick<OperatorActionStore, 'begin'>;
}

/**
 * Orders a check of the books by an entry in the log of operators' actions. The process that leads
 * the background work makes the check within seconds (src/node/check-books.ts). As one process
 * makes all checks one after the other, no check lifts a stop of payments that a later check has
 * set. One check answers all orders that were there when it began.
 */
export async function requestBooksCheck(deps: OrderBooksCheckDeps, by: Operator): Promise<void> {
  await deps.actions.begin(newAction(deps, by, { kind: 'books_check', subject: '' }));
}
