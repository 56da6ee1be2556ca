import type { Command } from 'commander';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { MAX_LISTED_ACTIONS } from '../limits.ts';
import type { OperatorAction, OperatorActionStore } from '../operator-action-store.ts';

export interface ActionCommandDeps {
  readonly actions: Pick<OperatorActionStore, 'list'>;
}

export function addActionsCommand(program: Command, kit: CommandKit<ActionCommandDeps>): void {
  program
    .command('actions')
    .description('list what operators did, on pages and by command, newest first')
    .action(async (_options: unknown, command: Command) => {
      const wanted = { kind: null, who: null, after: null, limit: MAX_LISTED_ACTIONS };
      const actions = await kit.open((deps) => deps.actions.list(wanted));
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
    admin === null ? 'command' : (admin.accountName ?? admin.identifier),
    kind.replaceAll('_', ' '),
    end?.result ?? 'no end known',
    ...(subject === '' ? [] : [subject]),
    ...facts,
  ].join('  ');
}
