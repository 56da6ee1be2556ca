import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { liftPaymentStop, type StopPaymentsDeps, stopPayments } from '../../node/stop-payments.ts';

export type PaymentStopCommandDeps = Omit<StopPaymentsDeps, 'storedStops'>;

/**
 * Adds the commands by which operators stop outgoing payments and allow them again, as they also
 * can on pages.
 */
export function addPaymentStopCommands(
  payments: Command,
  kit: CommandKit<PaymentStopCommandDeps>,
): void {
  payments
    .command('stop')
    .description('let no payment leave over the node until `payments allow`')
    .argument('<reason>', 'for the other operators and the log')
    .action(async (reason: string, _options: unknown, command: Command) => {
      const stopped = await kit.open((deps) =>
        stopPayments({ ...deps, storedStops: null }, THE_COMMAND_LINE, reason),
      );
      if (!stopped.ok) {
        const isEmpty = stopped.refusal === 'no_reason';
        throw new RefusedError(isEmpty ? 'say why' : 'an operator stopped them already');
      }
      printAnswer(command, { stopped: true }, ['no payment leaves over the node any more']);
    });
  payments
    .command('allow')
    .description('lift the stop that an operator made; `outflow allow` lifts one of a limit')
    .action(async (_options: unknown, command: Command) => {
      const lifted = await kit.open((deps) =>
        liftPaymentStop({ ...deps, storedStops: null }, THE_COMMAND_LINE, null),
      );
      if (!lifted.ok) throw new RefusedError('no operator has stopped payments');
      printAnswer(command, { stopped: false }, ['the stop was lifted']);
    });
}
