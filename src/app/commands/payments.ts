import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { Payment } from '../../ledger/payment.ts';
import { checkStuck } from '../../payments/check-stuck.ts';
import { createCompletionNotifier } from '../../payments/completion-notifier.ts';
import { endForOperator } from '../../payments/end-for-operator.ts';
import { recheckPayment } from '../../payments/recheck-payment.ts';
import { createPaymentStore } from '../../payments/sql/payment-store.ts';
import { type Context, withContext } from './context.ts';
import { addPaymentHaltCommands } from './payment-halt.ts';
import { printAnswer } from './print.ts';
import {
  describePayment,
  describeStuck,
  presentPayment,
  presentStuck,
  type StuckPayment,
} from './print-payment.ts';
import { RefusedError } from './refused.ts';
import { type NodeAndStores, withNode } from './with-node.ts';

export function addPaymentsCommands(program: Command): void {
  const payments = program.command('payments').description('outgoing payments');
  addPendingCommand(payments);
  addResolveCommand(payments);
  addStuckCommand(payments);
  addEndCommand(payments);
  addPaymentHaltCommands(payments);
}

function addPendingCommand(payments: Command): void {
  payments
    .command('pending')
    .description('list payments whose outcome is not known yet; their money is held')
    .action(async (_options: unknown, command: Command) => {
      const open = await withContext(({ storage }) =>
        createPaymentStore(storage.database).listOpenPayments(),
      );
      printAnswer(command, open.map(presentPayment), open.map(describePayment));
    });
}

function addResolveCommand(payments: Command): void {
  payments
    .command('resolve <id>')
    .description('ask the node again for the outcome of a payment; this never sends anything')
    .action(async (id: string, _options: unknown, command: Command) => {
      const payment = await withContext((context) => resolve(context, id));
      printAnswer(command, presentPayment(payment), [describePayment(payment)]);
    });
}

function addStuckCommand(payments: Command): void {
  payments
    .command('stranded')
    .description('find payments that are stuck in the node forever, with the evidence')
    .action(async (_options: unknown, command: Command) => {
      const found = await withContext((context) => withNode(context, findStuck(context)));
      printAnswer(command, found.map(presentStuck), found.map(describeStuck));
    });
}

function addEndCommand(payments: Command): void {
  payments
    .command('end <id>')
    .description(
      'return the money held for a stranded payment; refused until the proof is complete',
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const payment = await withContext((context) => end(context, id));
      printAnswer(command, presentPayment(payment), [describePayment(payment)]);
    });
}

const findStuck =
  (context: Context) =>
  async ({ stores, lightning, node }: NodeAndStores): Promise<readonly StuckPayment[]> => {
    const deps = { ...context, ...stores, lightning, node, config: context.config.payments };
    const found: StuckPayment[] = [];
    for (const payment of await stores.payments.listOpenPayments()) {
      const finding = await checkStuck(deps, payment);
      if (finding.kind === 'stuck') found.push({ payment, finding });
    }
    return found;
  };

async function end(context: Context, id: string): Promise<Payment> {
  return await withNode(context, async ({ stores, lightning, node }) => {
    const patience = new AbortController();
    const completions = createCompletionNotifier(patience.signal);
    const deps = { ...context, ...stores, lightning, node, completions };
    const config = context.config.payments;
    const ended = await endForOperator({ ...deps, config }, THE_COMMAND_LINE, id, patience.signal);
    if (ended.ok) return ended.value;
    const { refusal } = ended;
    if (refusal.kind === 'no_such_payment') throw new RefusedError(`there is no payment ${id}`);
    throw new RefusedError(`payment ${id} is not ended: ${refusal.why}`);
  });
}

async function resolve(context: Context, id: string): Promise<Payment> {
  return await withNode(context, async ({ stores, lightning, node }) => {
    const patience = new AbortController();
    const completions = createCompletionNotifier(patience.signal);
    const deps = { ...context, ...stores, lightning, node, completions };
    const { payments: config } = context.config;
    const asked = await recheckPayment({ ...deps, config }, THE_COMMAND_LINE, id, patience.signal);
    if (!asked.ok) throw new RefusedError(`there is no payment ${id}`);
    return asked.value;
  });
}
