import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import { MAX_OPERATOR_NOTE } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { LockdownPart } from './held-parts.ts';
import type { LockdownOrder, LockdownStore } from './lockdown-store.ts';

export interface ChangeLockdownDeps extends Pick<AuditedActionDeps, 'clock' | 'random' | 'log'> {
  readonly lockdowns: LockdownStore;
  /** The stored stops as this process has read them; null in commands, which send no payments. */
  readonly storedStops: { refresh(): Promise<void> } | null;
}

/**
 * Locks the service down. All other processes obey at once, as each statement that authenticates or
 * changes anything reads the lockdown. A lockdown that is in force begins again, with all its
 * parts, and ends the sessions that have begun meanwhile.
 */
export async function lockDown(
  deps: ChangeLockdownDeps,
  by: Operator,
  order: LockdownOrder,
): Promise<Result<null, 'no_reason'>> {
  const reason = cleanText(order.reason, MAX_OPERATOR_NOTE).trim();
  if (reason === '') return refuse('no_reason');
  const action = newAction(deps, by, { kind: 'lockdown', subject: '', detail: { note: reason } });
  deps.log.error({ alarm: 'lockdown', subject: '' }, `operators lock the service down: ${reason}`);
  await deps.lockdowns.lockDown({ ...order, reason }, action);
  await readStopsAgain(deps);
  return accept(null);
}

export interface LiftOrder {
  readonly parts: readonly LockdownPart[];
  /** The number of the lockdown that the operator was shown; null for the newest one. */
  readonly number: number | null;
}

/** Lifts parts of a lockdown, and returns those that were in force. Sessions stay ended. */
export async function liftLockdown(
  deps: ChangeLockdownDeps,
  by: Operator,
  { parts, number }: LiftOrder,
): Promise<Result<readonly LockdownPart[], 'nothing_chosen' | 'not_held'>> {
  if (parts.length === 0) return refuse('nothing_chosen');
  const detail = { parts: parts.join(' ') };
  const action = newAction(deps, by, { kind: 'lockdown_lift', subject: '', detail });
  const lifted = await deps.lockdowns.lift(parts, number, action);
  await readStopsAgain(deps);
  return lifted.length === 0 ? refuse('not_held') : accept(lifted);
}

/**
 * Reads the stored stops at once, so that this process knows them. Others read them within seconds;
 * the database refuses their payments until then.
 */
async function readStopsAgain({ storedStops, log }: ChangeLockdownDeps): Promise<void> {
  await storedStops?.refresh().catch((error: unknown) => {
    log.warn({ error }, 'it could not be read whether anything may leave');
  });
}
