import { type Command, InvalidArgumentError } from 'commander';
import { createProcessStore } from '../../background/sql/process-store.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { newUuid } from '../../base/id.ts';
import { MAX_PAY_TEXT_LENGTH } from '../../base/limits.ts';
import { cleanText } from '../../base/text.ts';
import type { Payment } from '../../ledger/payment.ts';
import { isOpen } from '../../ledger/payment-state.ts';
import { ownerGoneAfterMs } from '../../payments/recovery/failure-detector.ts';
import { createPaymentStore } from '../../payments/sql/payment-store.ts';
import { findStarted } from '../../send/find-paid.ts';
import { createPayOrderStore } from '../../send/sql/pay-order-store.ts';
import { findUser } from '../../users/find-user.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer, printProgress } from './print.ts';
import { describeOutcome, type PayOutcome, presentOutcome } from './print-outcome.ts';
import { AnsweredNoError, orRefused, RefusedError, UnfinishedError } from './refused.ts';

interface PayOptions {
  readonly user: string;
  readonly amount?: Sat;
  readonly comment?: string;
}

export function addPayCommand(program: Command): void {
  program
    .command('pay')
    .description('pay from the wallet of a user, who sees it in their history')
    .argument('<text>', 'invoice, Lightning address, LNURL or bitcoin: link with an invoice')
    .requiredOption('--user <email>', 'whose wallet pays')
    .option('--amount <sat>', 'in whole sats, where the text leaves it open', parseSat)
    .option('--comment <text>', 'what the payee is told, where they take a comment')
    .action(async (text: string, options: PayOptions, command: Command) => {
      const outcome = await withContext((context) => order(context, text, options));
      if (outcome.kind === 'refused') throw new RefusedError(outcome.reason);
      printAnswer(command, presentOutcome(outcome), describeOutcome(outcome));
      if (outcome.kind === 'failed') throw new AnsweredNoError(outcome.reason);
      if (outcome.kind === 'pending') throw new UnfinishedError('the payment goes on');
    });
}

function parseSat(text: string): Sat {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError('use whole sats, from 1');
  return sat(BigInt(text));
}

/** Writes the order for a worker, and waits as long as callers of the API wait for a payment. */
async function order(
  context: Context,
  text: string,
  { user: email, amount, comment }: PayOptions,
): Promise<PayOutcome> {
  const { clock, random, config } = context;
  const deps = depsOf(context);
  const user = orRefused(await findUser(deps, email));
  if (user.disabledAt !== null) throw new RefusedError(`${user.email} is disabled`);
  if (!(await deps.processes.hasWorker(ownerGoneAfterMs(config.payments)))) {
    throw new RefusedError('the service is not running: start it, as it sends the payment');
  }
  const id = newUuid(clock, random);
  await deps.payOrders.insertOrder({
    id,
    userId: user.id,
    text: cleanText(text, MAX_PAY_TEXT_LENGTH + 1),
    amountSat: amount ?? null,
    comment: comment === undefined ? null : cleanText(comment, comment.length),
  });
  const deadlineMs = clock.monotonicMs() + config.payments.waitSec * 1000;
  const outcome = await waitForOutcome(context, id, deadlineMs);
  if ((await deps.payOrders.readOrder(id))?.invoice?.isHashConfirmed === false) {
    printProgress('note: the invoice does not commit to what the payee told (LUD-06)');
  }
  return outcome;
}

const LOOK_EVERY_MS = 200;

async function waitForOutcome(
  context: Context,
  orderId: string,
  deadlineMs: number,
): Promise<PayOutcome> {
  for (;;) {
    const outcome = await look(context, orderId);
    const leftMs = deadlineMs - context.clock.monotonicMs();
    if (outcome.kind !== 'pending' || leftMs <= 0) return outcome;
    await context.clock.sleep(Math.min(leftMs, LOOK_EVERY_MS));
  }
}

/** The payment itself tells more than the order, which is ended later. */
async function look(context: Context, orderId: string): Promise<PayOutcome> {
  const { payOrders, payments } = depsOf(context);
  const found = await payOrders.readOrder(orderId);
  if (found === null) throw new RefusedError('the order is not in the database any more');
  if (found.end === null) {
    // A worker may be waiting for it.
    const { userId, invoice } = found;
    const begun = invoice === null ? null : await findStarted(payments, userId, invoice.bolt11);
    return begun === null ? { kind: 'pending', payment: null } : outcomeOf(begun);
  }
  if (found.end.kind === 'refused') return { kind: 'refused', reason: found.end.refusal };
  const payment = await payments.findPayment(found.end.paymentId);
  if (payment === null) throw new RefusedError('the payment is not in the database any more');
  return outcomeOf(payment);
}

function outcomeOf(payment: Payment): PayOutcome {
  if (isOpen(payment.state)) return { kind: 'pending', payment };
  if (payment.state === 'settled') return { kind: 'settled', payment };
  return { kind: 'failed', payment, reason: payment.failure?.message ?? 'the payment failed' };
}

const depsOf = ({ storage: { database } }: Context) => ({
  users: createUserStore(database),
  processes: createProcessStore(database),
  payOrders: createPayOrderStore(database),
  payments: createPaymentStore(database),
});
