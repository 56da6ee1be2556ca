import type { Clock } from '../base/clock.ts';
import { KEEP_WEBHOOK_ATTEMPTS_MS } from '../base/limits.ts';
import type { DeliveryStore } from '../webhook/delivery-store.ts';

export interface SweepAttemptLogDeps {
  readonly deliveries: Pick<DeliveryStore, 'sweepAttempts'>;
  readonly clock: Clock;
}

const MAX_AT_ONCE = 1000;

/** Removes from the log of webhooks what nobody looks at any more. The deliveries stay. */
export async function sweepAttemptLog(
  { deliveries, clock }: SweepAttemptLogDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_WEBHOOK_ATTEMPTS_MS);
  let removed = MAX_AT_ONCE;
  while (removed === MAX_AT_ONCE && !signal.aborted) {
    removed = await deliveries.sweepAttempts(before, MAX_AT_ONCE);
  }
}
