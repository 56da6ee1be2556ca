import type { OperatorActionStore } from '../../operations/operator-action-store.ts';
import { type ActDeps, newAction, type Operator } from './act.ts';

export interface OrderBooksCheckDeps extends Pick<ActDeps, 'clock' | 'random'> {
  readonly actions: Pick<OperatorActionStore, 'begin' | 'listOpen'>;
}

/**
 * The leader that checks the books does it within seconds (workers/check-books.ts): checks come one
 * after the other, so that none lifts what a later one has stopped. The log is the order.
 */
export async function orderBooksCheck(deps: OrderBooksCheckDeps, by: Operator): Promise<void> {
  const [waiting] = await deps.actions.listOpen('books_check', 1);
  if (waiting !== undefined) return;
  await deps.actions.begin(newAction(deps, by, { kind: 'books_check', subject: '' }));
}
