import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import type { ActionDetail } from '../alarms/operator-log/operator-action.ts';
import type { Sat } from '../base/amount.ts';
import { MAX_OPERATOR_NOTE } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { OutflowLimits } from './outflow-limits.ts';
import type { OutflowStore } from './outflow-store.ts';

export interface ChangeOutflowDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly outflow: Pick<OutflowStore, 'read' | 'choose' | 'release'>;
}

/**
 * Changes those limits that an operator has named; null removes one. Where the settings have a
 * lower limit, that one stays in force.
 */
export async function changeLimits(
  deps: ChangeOutflowDeps,
  by: Operator,
  changes: Partial<OutflowLimits>,
): Promise<void> {
  const { chosen } = await deps.outflow.read();
  const limits = { ...chosen, ...changes };
  const detail: ActionDetail = Object.fromEntries(
    Object.entries(changes).map(([name, limit]) => [name, limit === null ? 'none' : String(limit)]),
  );
  const action = newAction(deps, by, { kind: 'outflow_limit', subject: '', detail });
  await deps.outflow.choose(limits, action);
}

export interface ReleaseOrder {
  readonly reason: string;
  /** What may leave beyond the limits within the next hour. */
  readonly beyondSat: Sat;
}

/**
 * Lets money leave again after a limit was reached. Without anything beyond the limits, the next
 * payment that passes one stops everything again.
 */
export async function releaseOutflow(
  deps: ChangeOutflowDeps,
  by: Operator,
  { reason, beyondSat }: ReleaseOrder,
): Promise<Result<null, 'no_reason' | 'not_stopped'>> {
  const note = cleanText(reason, MAX_OPERATOR_NOTE).trim();
  if (note === '') return refuse('no_reason');
  const detail = { note, ...(beyondSat > 0n ? { beyondSat: String(beyondSat) } : {}) };
  const action = newAction(deps, by, { kind: 'outflow_allow', subject: '', detail });
  const wasStopped = await deps.outflow.release(beyondSat, action);
  return wasStopped || beyondSat > 0n ? accept(null) : refuse('not_stopped');
}
