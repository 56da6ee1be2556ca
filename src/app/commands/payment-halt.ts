import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { haltPayments, liftPaymentHalt } from '../../node/halt-payments.ts';
import { createOperatorHaltStore } from '../../node/sql/payment-halt-store.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { RefusedError } from './refused.ts';

/** The stop that operators make and lift themselves, here and on their pages. */
export function addPaymentHaltCommands(payments: Command): void {
  payments
    .command('stop')
    .description('let no payment leave over the node until `payments allow`')
    .argument('<reason>', 'for the other operators and the log')
    .action(async (reason: string, _options: unknown, command: Command) => {
      const stopped = await withContext((context) =>
        haltPayments(depsOf(context), THE_COMMAND_LINE, reason),
      );
      if (!stopped.ok) {
        const isEmpty = stopped.refusal === 'no_reason';
        throw new RefusedError(isEmpty ? 'say why' : 'an operator stopped them already');
      }
      printAnswer(command, { stopped: true }, ['no payment leaves over the node any more']);
    });
  payments
    .command('allow')
    .description('lift the stop that an operator made; other stops stay')
    .action(async (_options: unknown, command: Command) => {
      const lifted = await withContext((context) =>
        liftPaymentHalt(depsOf(context), THE_COMMAND_LINE, null),
      );
      if (!lifted.ok) throw new RefusedError('no operator has stopped payments');
      printAnswer(command, { stopped: false }, ['the stop was lifted']);
    });
}

const depsOf = ({ storage, ...context }: Context) => ({
  ...context,
  operatorStops: createOperatorHaltStore(storage.database),
  storedStops: null,
});
