import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import type { Payment } from '../../ledger/payment.ts';
import type { NodeAccess } from '../../lightning/node-access.ts';
import { type CheckStuckDeps, checkStuck } from '../check-stuck.ts';
import { createCompletionNotifier } from '../completion-notifier.ts';
import { type EndForOperatorDeps, endForOperator } from '../end-stuck.ts';
import { type RecheckPaymentDeps, recheckPayment } from '../recheck-payment.ts';
import type { ResolveConfig } from '../resolve-payment.ts';
import { addPaymentStopCommands, type PaymentStopCommandDeps } from './payment-stop.ts';
import {
  describePayment,
  describeStuck,
  paymentJson,
  presentStuck,
  type StuckPayment,
} from './print-payment.ts';

/**
 * Dependencies that the command creates itself: the node, the notifier of completed payments, and
 * the settings of payments.
 */
type Given = 'lightning' | 'node' | 'completions' | 'config';

export interface PaymentCommandDeps
  extends Omit<RecheckPaymentDeps & EndForOperatorDeps & CheckStuckDeps, Given> {
  readonly config: { readonly payments: ResolveConfig };
  readonly withNode: Open<NodeAccess>;
}

type Kit = CommandKit<PaymentCommandDeps & PaymentStopCommandDeps>;

export function addPaymentCommands(program: Command, kit: Kit): void {
  const payments = program.command('payments').description('outgoing payments');
  addPendingCommand(payments, kit);
  addResolveCommand(payments, kit);
  addStuckCommand(payments, kit);
  addEndCommand(payments, kit);
  addPaymentStopCommands(payments, kit);
}

function addPendingCommand(payments: Command, kit: Kit): void {
  payments
    .command('pending')
    .description('list payments whose outcome is not known yet; their money is held')
    .action(async (_options: unknown, command: Command) => {
      const open = await kit.open((deps) => deps.payments.listOpenPayments());
      printAnswer(command, open.map(paymentJson), open.map(describePayment));
    });
}

function addResolveCommand(payments: Command, kit: Kit): void {
  payments
    .command('resolve <id>')
    .description('ask the node again for the outcome of a payment; this never sends anything')
    .action(async (id: string, _options: unknown, command: Command) => {
      const payment = await kit.open((deps) => resolve(deps, id));
      printAnswer(command, paymentJson(payment), [describePayment(payment)]);
    });
}

function addStuckCommand(payments: Command, kit: Kit): void {
  payments
    .command('stranded')
    .description('find payments that are stuck in the node forever, with the evidence')
    .action(async (_options: unknown, command: Command) => {
      const found = await kit.open(findStuck);
      printAnswer(command, found.map(presentStuck), found.map(describeStuck));
    });
}

function addEndCommand(payments: Command, kit: Kit): void {
  payments
    .command('end <id>')
    .description(
      'return the money held for a stranded payment; refused until the proof is complete',
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const payment = await kit.open((deps) => end(deps, id));
      printAnswer(command, paymentJson(payment), [describePayment(payment)]);
    });
}

const findStuck = (deps: PaymentCommandDeps): Promise<readonly StuckPayment[]> =>
  deps.withNode(async (access) => {
    const found: StuckPayment[] = [];
    for (const payment of await deps.payments.listOpenPayments()) {
      const finding = await checkStuck(
        { ...deps, ...access, config: deps.config.payments },
        payment,
      );
      if (finding.kind === 'stuck') found.push({ payment, finding });
    }
    return found;
  });

const end = (deps: PaymentCommandDeps, id: string): Promise<Payment> =>
  deps.withNode(async (access) => {
    const { signal } = new AbortController();
    const ended = await endForOperator(
      { ...deps, ...access, ...ownParts(deps, signal) },
      THE_COMMAND_LINE,
      id,
      signal,
    );
    if (ended.ok) return ended.value;
    const { refusal } = ended;
    if (refusal.kind === 'no_such_payment') throw new RefusedError(`there is no payment ${id}`);
    throw new RefusedError(`payment ${id} is not ended: ${refusal.why}`);
  });

const resolve = (deps: PaymentCommandDeps, id: string): Promise<Payment> =>
  deps.withNode(async (access) => {
    const { signal } = new AbortController();
    const asked = await recheckPayment(
      { ...deps, ...access, ...ownParts(deps, signal) },
      THE_COMMAND_LINE,
      id,
      signal,
    );
    if (!asked.ok) throw new RefusedError(`there is no payment ${id}`);
    return asked.value;
  });

const ownParts = ({ config }: PaymentCommandDeps, signal: AbortSignal) => ({
  config: config.payments,
  completions: createCompletionNotifier(signal),
});
