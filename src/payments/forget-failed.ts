import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_FAILED_TEXTS_MS } from './limits.ts';
import type { PaymentStore } from './payment-store.ts';

export interface ForgetFailedDeps {
  readonly payments: Pick<PaymentStore, 'forgetFailed'>;
  readonly clock: Clock;
}

/** Payments that fail cost nothing, so what their payers wrote into them does not stay for ever. */
export async function forgetFailed(
  { payments, clock }: ForgetFailedDeps,
  signal: AbortSignal,
): Promise<void> {
  const endedBefore = new Date(clock.now().getTime() - KEEP_FAILED_TEXTS_MS);
  await prune((limit) => payments.forgetFailed(endedBefore, limit), signal);
}
