import type { Command } from 'commander';
import { createAlarmStore } from '../adapters/postgres/operations/alarm-store.ts';
import { MAX_LISTED_ALARMS } from '../base/limits.ts';
import { withContext } from './context.ts';
import { printAnswer } from './print.ts';

export function addAlarmsCommand(program: Command): void {
  program
    .command('alarms')
    .description('list what needs your attention, newest first (see docs/operating.md)')
    .action(async (_options: unknown, command: Command) => {
      const alarms = await withContext(({ storage }) =>
        createAlarmStore(storage.database).listAlarms(MAX_LISTED_ALARMS),
      );
      printAnswer(
        command,
        alarms.map(({ kind, subject, detail, count, firstAt, lastAt }) => ({
          kind,
          subject,
          detail,
          count,
          first_at: firstAt.toISOString(),
          last_at: lastAt.toISOString(),
        })),
        alarms.map(
          ({ kind, subject, detail, count, lastAt }) =>
            `${lastAt.toISOString()}  ${kind.replaceAll('_', ' ')}` +
            `${count > 1 ? ` (${count} times)` : ''}  ${detail}  [${subject}]`,
        ),
      );
    });
}
