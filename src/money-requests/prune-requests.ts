import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_REQUESTS_MS } from './limits.ts';
import type { RequestStore } from './request-store.ts';

export interface PruneRequestsDeps {
  readonly requests: Pick<RequestStore, 'pruneRequests'>;
  readonly clock: Clock;
}

/** Removes old requests that can no longer be paid. Their invoices are kept. */
export async function pruneRequests(
  { requests, clock }: PruneRequestsDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - KEEP_REQUESTS_MS);
  await prune((limit) => requests.pruneRequests({ before, now }, limit), signal);
}
