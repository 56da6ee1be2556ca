import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ProcessStore } from '../../background/process-store.ts';
import { type Sat, sat } from '../../base/amount.ts';
import type { Clock } from '../../base/clock.ts';
import { newUuid } from '../../base/id.ts';
import { MAX_PAY_TEXT_LENGTH } from '../../base/limits.ts';
import type { Random } from '../../base/random.ts';
import { cleanText } from '../../base/text.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer, printProgress } from '../../cli/print.ts';
import { AnsweredNoError, orRefused, RefusedError, UnfinishedError } from '../../cli/refused.ts';
import type { Config } from '../../config/config.ts';
import type { Payment } from '../../ledger/payment.ts';
import { isOpen } from '../../ledger/payment-state.ts';
import { isLikeSeed } from '../../lnurl/seed-text.ts';
import { SENT_STATES } from '../../onchain/sent-state.ts';
import {
  WITHDRAWAL_SPEEDS,
  type Withdrawal,
  type WithdrawalSpeed,
} from '../../onchain/withdrawal.ts';
import type { WithdrawalStore } from '../../onchain/withdrawal-store.ts';
import type { PaymentStore } from '../../payments/payment-store.ts';
import { ownerGoneAfterMs } from '../../payments/recovery/failure-detector.ts';
import { accountName } from '../../users/account-name.ts';
import { findUser } from '../../users/find-user.ts';
import type { UserStore } from '../../users/user-store.ts';
import { findStarted } from '../find-paid.ts';
import { sendRefusalText } from '../send-refusal-text.ts';
import type { PayOrderStore } from '../stores/pay-order-store.ts';
import { describeOutcome, type PayOutcome, presentOutcome } from './print-outcome.ts';

interface PayOptions {
  readonly user: string;
  readonly amount?: Sat;
  readonly comment?: string;
  readonly speed?: WithdrawalSpeed;
}

export interface PayCommandDeps {
  readonly users: UserStore;
  readonly processes: Pick<ProcessStore, 'hasWorker'>;
  readonly payOrders: Pick<PayOrderStore, 'insertOrder' | 'readOrder'>;
  readonly payments: PaymentStore;
  readonly withdrawals: Pick<WithdrawalStore, 'find'>;
  readonly config: Pick<Config, 'payments'>;
  readonly clock: Clock;
  readonly random: Random;
}

export function addPayCommand(program: Command, kit: CommandKit<PayCommandDeps>): void {
  program
    .command('pay')
    .description('pay from the wallet of a user, who sees it in their history')
    .argument('<text>', 'invoice, Lightning address, LNURL, bitcoin address or bitcoin: link')
    .requiredOption('--user <user>', 'whose wallet pays')
    .option('--amount <sat>', 'in whole sats, where the text leaves it open', parseSat)
    .option('--comment <text>', 'what the payee is told, where they take a comment')
    .addOption(
      new Option(
        '--speed <speed>',
        'how soon a block shall have bitcoin to an address (normal)',
      ).choices(WITHDRAWAL_SPEEDS),
    )
    .action(async (text: string, options: PayOptions, command: Command) => {
      const outcome = await kit.open((deps) => order(deps, text, options));
      if (outcome.kind === 'refused') throw new RefusedError(outcome.reason);
      printAnswer(command, presentOutcome(outcome), describeOutcome(outcome));
      if (outcome.kind === 'failed') throw new AnsweredNoError(outcome.reason);
      if (isUnderWay(outcome)) throw new UnfinishedError('the payment goes on');
    });
}

function parseSat(text: string): Sat {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError('use whole sats, from 1');
  return sat(BigInt(text));
}

/**
 * Writes the order for a worker, and waits for it as long as a call of the API waits for a payment.
 */
async function order(
  deps: PayCommandDeps,
  text: string,
  { user: named, amount, comment, speed }: PayOptions,
): Promise<PayOutcome> {
  const { clock, random, config } = deps;
  // Seed words are refused before the text is stored in the order: who has the seed of a wallet has
  // its money.
  if (isLikeSeed(text)) {
    throw new RefusedError(sendRefusalText({ kind: 'unpayable_text', why: 'seed_words' }));
  }
  const user = orRefused(await findUser(deps, named));
  if (user.disabledAt !== null) throw new RefusedError(`${accountName(user)} is disabled`);
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
    speed: speed ?? null,
  });
  const deadlineMs = clock.monotonicMs() + config.payments.waitSec * 1000;
  const outcome = await waitForOutcome(deps, id, deadlineMs);
  const prepared = (await deps.payOrders.readOrder(id))?.prepared;
  if (prepared?.kind === 'bolt11' && !prepared.isHashConfirmed) {
    printProgress('note: the invoice does not commit to what the payee told (LUD-06)');
  }
  return outcome;
}

const LOOK_EVERY_MS = 200;

async function waitForOutcome(
  deps: PayCommandDeps,
  orderId: string,
  deadlineMs: number,
): Promise<PayOutcome> {
  for (;;) {
    const outcome = await look(deps, orderId);
    const leftMs = deadlineMs - deps.clock.monotonicMs();
    if (!isUnderWay(outcome) || leftMs <= 0) return outcome;
    await deps.clock.sleep(Math.min(leftMs, LOOK_EVERY_MS));
  }
}

/**
 * Looks at an order and at its payment, because the payment may have ended while the order is still
 * open.
 */
async function look(
  { payOrders, payments, withdrawals }: PayCommandDeps,
  orderId: string,
): Promise<PayOutcome> {
  const found = await payOrders.readOrder(orderId);
  if (found === null) throw new RefusedError('the order is not in the database any more');
  if (found.end === null) {
    // A worker may have begun the payment and be waiting for its end, before it ends the order.
    const { userId, prepared } = found;
    const begun =
      prepared?.kind === 'bolt11' ? await findStarted(payments, userId, prepared.bolt11) : null;
    return begun === null ? { kind: 'pending', payment: null } : outcomeOf(begun);
  }
  if (found.end.kind === 'refused') return { kind: 'refused', reason: found.end.refusal };
  if (found.end.kind === 'withdrawal') {
    const withdrawal = await withdrawals.find(found.end.withdrawalId);
    if (withdrawal === null) throw new RefusedError('the payment is not in the database any more');
    return sentOutcome(withdrawal);
  }
  const payment = await payments.findPayment(found.end.paymentId);
  if (payment === null) throw new RefusedError('the payment is not in the database any more');
  return outcomeOf(payment);
}

/**
 * Whether to go on waiting. A withdrawal is not waited for once the node has taken it, as blocks
 * take their time.
 */
const isUnderWay = (outcome: PayOutcome): boolean =>
  outcome.kind === 'pending' ||
  (outcome.kind === 'sent' && SENT_STATES[outcome.withdrawal.state] === 'sending');

function sentOutcome(withdrawal: Withdrawal): PayOutcome {
  const { failure } = withdrawal;
  return failure === null
    ? { kind: 'sent', withdrawal }
    : { kind: 'failed', payment: withdrawal, reason: failure.message };
}

function outcomeOf(payment: Payment): PayOutcome {
  if (isOpen(payment.state)) return { kind: 'pending', payment };
  if (payment.state === 'settled') return { kind: 'settled', payment };
  return { kind: 'failed', payment, reason: payment.failure?.message ?? 'the payment failed' };
}
