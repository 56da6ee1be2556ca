import { MAX_OPERATOR_NOTE } from '../base/limits.ts';
import { cleanText } from '../base/text.ts';
import type { AcknowledgeOutcome, AlarmListStore, ListedAlarm } from './alarm-store.ts';
import { type AuditedActionDeps, newAction, type Operator } from './audited-action.ts';

export interface AcknowledgeAlarmDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly alarmList: Pick<AlarmListStore, 'acknowledge'>;
}

/**
 * Acknowledges an alarm in the state in which the operator saw it. If it was raised again since, it
 * stays open.
 */
export async function acknowledgeAlarm(
  deps: AcknowledgeAlarmDeps,
  by: Operator,
  { id, kind, count }: Pick<ListedAlarm, 'id' | 'kind' | 'count'>,
  text: string,
): Promise<AcknowledgeOutcome> {
  const note = cleanText(text, MAX_OPERATOR_NOTE).trim();
  const detail = { alarm: kind, ...(note === '' ? {} : { note }) };
  const action = newAction(deps, by, { kind: 'alarm_acknowledge', subject: id, detail });
  return await deps.alarmList.acknowledge(id, { count, note }, action);
}
