import type { Command } from 'commander';
import type { OperatorAction } from '../../alarms/operator-action-store.ts';
import { createOperatorActionStore } from '../../alarms/operator-log/sql/action-store.ts';
import { MAX_LISTED_ACTIONS } from '../limits.ts';
import { withContext } from './context.ts';
import { printAnswer } from './print.ts';

export function addActionsCommand(program: Command): void {
  program
    .command('actions')
    .description('list what operators did, on pages and by command, newest first')
    .action(async (_options: unknown, command: Command) => {
      const wanted = { kind: null, who: null, after: null, limit: MAX_LISTED_ACTIONS };
      const actions = await withContext(({ storage }) =>
        createOperatorActionStore(storage.database).list(wanted),
      );
      printAnswer(command, actions.map(present), actions.map(lineOf));
    });
}

const present = ({ id, kind, subject, detail, beganAt, admin, end }: OperatorAction) => ({
  id,
  kind,
  subject,
  detail,
  by: admin === null ? 'command' : admin.identifier,
  began_at: beganAt.toISOString(),
  result: end?.result ?? null,
  outcome: end?.outcome ?? null,
  ended_at: end?.endedAt.toISOString() ?? null,
});

function lineOf({ kind, subject, detail, beganAt, admin, end }: OperatorAction): string {
  const facts = Object.entries({ ...detail, ...end?.outcome }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return [
    beganAt.toISOString(),
    admin === null ? 'command' : (admin.email ?? admin.identifier),
    kind.replaceAll('_', ' '),
    end?.result ?? 'no end known',
    ...(subject === '' ? [] : [subject]),
    ...facts,
  ].join('  ');
}
