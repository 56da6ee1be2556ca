import type { Command } from 'commander';
import { acknowledgeAlarm } from '../../alarms/acknowledge-alarm.ts';
import type { AlarmKind } from '../../alarms/alarm-store.ts';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { createAlarmListStore, createAlarmStore } from '../../alarms/sql/alarm-store.ts';
import { MAX_LISTED_ALARMS } from '../limits.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { RefusedError } from './refused.ts';

export function addAlarmsCommand(program: Command): void {
  const alarms = program
    .command('alarms')
    .description('list what needs your attention, newest first (see docs/operating.md)')
    .action(async (_options: unknown, command: Command) => {
      const alarms = await withContext(({ storage }) =>
        createAlarmStore(storage.database).listAlarms(MAX_LISTED_ALARMS),
      );
      printAnswer(
        command,
        alarms.map(({ id, kind, subject, detail, count, firstAt, lastAt }) => ({
          id,
          kind,
          subject,
          detail,
          count,
          first_at: firstAt.toISOString(),
          last_at: lastAt.toISOString(),
        })),
        alarms.map(
          ({ id, kind, subject, detail, count, lastAt }) =>
            `${lastAt.toISOString()}  ${kind.replaceAll('_', ' ')}` +
            `${count > 1 ? ` (${count} times)` : ''}  ${detail}  [${subject}]  id ${id}`,
        ),
      );
    });
  addAcknowledgeCommand(alarms);
}

function addAcknowledgeCommand(alarms: Command): void {
  alarms
    .command('acknowledge')
    .description('take an alarm off the list, with others of its kind and subject before it')
    .argument('<id>', 'id as listed')
    .option('--note <text>', 'what you found or did, for the other operators')
    .action(async (id: string, { note = '' }: { note?: string }, command: Command) => {
      const kind = await withContext((context) => acknowledge(context, id, note));
      printAnswer(command, { id, kind }, [`acknowledged ${kind.replaceAll('_', ' ')}`]);
    });
}

async function acknowledge(
  { storage, ...context }: Context,
  id: string,
  note: string,
): Promise<AlarmKind> {
  const alarmList = createAlarmListStore(storage.database);
  const alarm = await alarmList.findAlarm(id);
  if (alarm === null) throw new RefusedError(`there is no alarm ${id}`);
  const deps = { ...context, alarmList };
  const outcome = await acknowledgeAlarm(deps, THE_COMMAND_LINE, alarm, note);
  if (outcome !== 'acknowledged') throw new RefusedError(WHY_NOT[outcome]);
  return alarm.kind;
}

const WHY_NOT = {
  present: 'it was acknowledged already',
  raised_again: 'it was raised again just now: look at it once more',
  unknown: 'this alarm is gone',
};
