import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_OVERDUE_MS } from './limits.ts';
import type { OutboxStore } from './outbox-store.ts';

export interface PruneOutboxDeps {
  readonly outboxRows: Pick<OutboxStore, 'prune'>;
  readonly clock: Clock;
}

/**
 * Removes mails whose job is gone. A job is dropped when its process has crashed during it too
 * often.
 */
export async function pruneOutbox(deps: PruneOutboxDeps, signal: AbortSignal): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - KEEP_OVERDUE_MS);
  await prune((limit) => deps.outboxRows.prune(before, limit), signal);
}
