import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import { MAX_OPERATOR_NOTE } from '../base/limits.ts';
import type { Result } from '../base/result.ts';
import { accept, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { OperatorStopStore } from './payment-stop-store.ts';
import type { StoredStops } from './stored-stops.ts';

export interface StopPaymentsDeps extends Pick<AuditedActionDeps, 'clock' | 'random' | 'log'> {
  readonly operatorStops: OperatorStopStore;
  /** The stored stops as this process has read them; null in commands, which send no payments. */
  readonly storedStops: Pick<StoredStops, 'refresh'> | null;
}

/**
 * Stops payments over the node in all processes: the database refuses new ones from now on.
 * Payments on their way go on, and so do payments between wallets of this service.
 */
export async function stopPayments(
  deps: StopPaymentsDeps,
  by: Operator,
  why: string,
): Promise<Result<null, 'no_reason' | 'stopped_already'>> {
  const note = cleanText(why, MAX_OPERATOR_NOTE).trim();
  if (note === '') return refuse('no_reason');
  const action = newAction(deps, by, { kind: 'outside_stop', subject: '', detail: { note } });
  const isNew = await deps.operatorStops.stop(`an operator stopped them: ${note}`, action);
  await readAgain(deps);
  return isNew ? accept(null) : refuse('stopped_already');
}

/**
 * Lifts a stop that an operator has set, and no other kind of stop. With `since`, only the stop
 * that the operator was shown is lifted.
 */
export async function liftPaymentStop(
  deps: StopPaymentsDeps,
  by: Operator,
  since: Date | null,
): Promise<Result<null, 'not_stopped'>> {
  const action = newAction(deps, by, { kind: 'outside_allow', subject: '' });
  const isLifted = await deps.operatorStops.lift(since, action);
  await readAgain(deps);
  return isLifted ? accept(null) : refuse('not_stopped');
}

/**
 * Reads the stored stops at once, so that this process obeys them. Other processes read them within
 * seconds.
 */
async function readAgain({ storedStops, log }: StopPaymentsDeps): Promise<void> {
  await storedStops?.refresh().catch((error: unknown) => {
    log.warn({ error }, 'it could not be read whether anything may leave');
  });
}
