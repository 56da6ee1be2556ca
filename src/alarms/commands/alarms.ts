import type { Command } from 'commander';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { type AcknowledgeAlarmDeps, acknowledgeAlarm } from '../acknowledge-alarm.ts';
import type { AlarmReceiver } from '../alarm-post.ts';
import type { AlarmKind, AlarmListStore, AlarmStore } from '../alarm-store.ts';
import { THE_COMMAND_LINE } from '../audited-action.ts';
import { MAX_LISTED_ALARMS } from '../limits.ts';
import { testAlarmMessage } from '../post-alarm.ts';
import { type ActionCommandDeps, addActionsCommand } from './actions.ts';

export interface AlarmCommandDeps extends AcknowledgeAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'listAlarms'>;
  readonly alarmList: Pick<AlarmListStore, 'acknowledge' | 'findAlarm'>;
  /** Opens the connection to the receiver of alarms; null if none is set. */
  readonly openAlarmReceiver: () => (AlarmReceiver & { close(): Promise<void> }) | null;
  readonly authUrl: () => string;
}

type Kit = CommandKit<AlarmCommandDeps & ActionCommandDeps>;

export function addAlarmCommands(program: Command, kit: Kit): void {
  addAlarmsCommand(program, kit);
  addActionsCommand(program, kit);
}

function addAlarmsCommand(program: Command, kit: Kit): void {
  const alarms = program
    .command('alarms')
    .description('list what needs your attention, newest first (see docs/operating.md)')
    .action(async (_options: unknown, command: Command) => {
      const alarms = await kit.open((deps) => deps.alarms.listAlarms(MAX_LISTED_ALARMS));
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
  addAcknowledgeCommand(alarms, kit);
  addTestCommand(alarms, kit);
}

function addAcknowledgeCommand(alarms: Command, kit: Kit): void {
  alarms
    .command('acknowledge')
    .description('take an alarm off the list, with others of its kind and subject before it')
    .argument('<id>', 'id as listed')
    .option('--note <text>', 'what you found or did, for the other operators')
    .action(async (id: string, { note = '' }: { note?: string }, command: Command) => {
      const kind = await kit.open((deps) => acknowledge(deps, id, note));
      printAnswer(command, { id, kind }, [`acknowledged ${kind.replaceAll('_', ' ')}`]);
    });
}

async function acknowledge(deps: AlarmCommandDeps, id: string, note: string): Promise<AlarmKind> {
  const alarm = await deps.alarmList.findAlarm(id);
  if (alarm === null) throw new RefusedError(`there is no alarm ${id}`);
  const outcome = await acknowledgeAlarm(deps, THE_COMMAND_LINE, alarm, note);
  if (outcome !== 'acknowledged') throw new RefusedError(WHY_NOT[outcome]);
  return alarm.kind;
}

const WHY_NOT = {
  present: 'it was acknowledged already',
  raised_again: 'it was raised again just now: look at it once more',
  unknown: 'this alarm is gone',
};

function addTestCommand(alarms: Command, kit: Kit): void {
  alarms
    .command('test')
    .description('send a test alarm to SATCHEL_ALARM_URL')
    .action(async (_options: unknown, command: Command) => {
      const host = await kit.open(sendTest);
      printAnswer(command, { host }, [`${host} has accepted a test alarm`]);
    });
}

async function sendTest(deps: AlarmCommandDeps): Promise<string> {
  const receiver = deps.openAlarmReceiver();
  if (receiver === null) {
    throw new RefusedError('set SATCHEL_ALARM_URL and SATCHEL_ALARM_SECRET first');
  }
  try {
    const message = testAlarmMessage(deps, deps.authUrl());
    const problem = await receiver.post(message, new AbortController().signal);
    if (problem === null) return receiver.host;
    throw new RefusedError(`${receiver.host} did not accept a test alarm: ${problem}`);
  } finally {
    await receiver.close();
  }
}
