import type { Command } from 'commander';
import { createPaymentStore } from '../adapters/postgres/payment-store.ts';
import { debitSat } from '../base/amount.ts';
import { createPaymentEnds } from '../usecases/payment-ends.ts';
import { resolvePayment } from '../usecases/resolve-payment.ts';
import type { Payment } from '../wallet/payment.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { RefusedError } from './refused.ts';
import { withNode } from './with-node.ts';

export function addPaymentsCommands(program: Command): void {
  const payments = program.command('payments').description('outgoing payments');
  addPendingCommand(payments);
  addResolveCommand(payments);
}

function addPendingCommand(payments: Command): void {
  payments
    .command('pending')
    .description('list payments whose end is not known yet; their money is held')
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
    .description('ask the node once more for the end of a payment; nothing is ever sent')
    .action(async (id: string, _options: unknown, command: Command) => {
      const payment = await withContext((context) => resolve(context, id));
      printAnswer(command, presentPayment(payment), [describePayment(payment)]);
    });
}

async function resolve(context: Context, id: string): Promise<Payment> {
  return await withNode(context, async ({ stores, lightning, node }) => {
    const payment = await findPayment(stores.payments, id);
    const deps = { ...context, ...stores, lightning, node, ends: createPaymentEnds() };
    const patience = new AbortController();
    await resolvePayment({ ...deps, config: context.config.payments }, payment, patience.signal);
    return await findPayment(stores.payments, id);
  });
}

async function findPayment(
  payments: ReturnType<typeof createPaymentStore>,
  id: string,
): Promise<Payment> {
  const payment = await payments.findPayment(id);
  if (payment === null) throw new RefusedError(`there is no payment ${id}`);
  return payment;
}

const presentPayment = (payment: Payment) => ({
  id: payment.id,
  state: payment.state,
  kind: payment.kind,
  user_id: payment.userId,
  payment_hash: payment.paymentHash,
  destination: payment.destination,
  amount: Number(debitSat(payment.amountMsat)),
  held: Number(payment.heldSat),
  created_at: payment.createdAt.toISOString(),
  ended_at: payment.endedAt?.toISOString() ?? null,
  failure: payment.failure?.message ?? null,
});

const describePayment = (payment: Payment): string =>
  `${payment.id}  ${payment.state}  ${debitSat(payment.amountMsat)} sat  ` +
  `since ${payment.createdAt.toISOString()}  hash ${payment.paymentHash}`;
