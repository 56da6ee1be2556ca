import { sat } from '../../../src/base/amount.ts';
import type { SignedTransaction } from '../../../src/onchain/withdrawal.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import {
  BLOCK,
  newInternalWithdrawal,
  newTransaction,
  newWithdrawal,
} from '../onchain/withdrawal-events.ts';
import { noteAnswer } from './asked-payments.ts';
import { type Cast, choose, lease } from './cast.ts';
import { keyOf, orderedBy, type Pick } from './drawn-events.ts';
import { later } from './events.ts';
import type { MoneyWorld } from './money-world.ts';

/** The calls about withdrawals. Each makes one event from random numbers, and none takes a list. */
export const WITHDRAWAL_CALLS = ['withdraw', 'sign', 'settleWithdrawal', 'giveBack'] as const;
export type WithdrawalCall = (typeof WITHDRAWAL_CALLS)[number];

/** All possible answers to these calls, as in answers.ts. */
export const WITHDRAWAL_ANSWERS: readonly string[] = [
  'withdraw: ordered',
  'withdraw: present',
  'withdraw: repeated',
  'withdraw: refused idempotency_mismatch',
  'withdraw: refused too_many_open_payments',
  'withdraw: refused insufficient_balance',
  'withdraw: refused budget_exceeded',
  'withdraw: refused budget_expired',
  'withdraw: refused send_limit_exceeded',
  'withdraw: refused approval_needed',
  'sign: signed',
  'sign: input_taken',
  'sign: conflict',
  'sign: fenced',
  'settleWithdrawal: done',
  'settleWithdrawal: present',
  'settleWithdrawal: conflict',
  'settleWithdrawal: fenced',
  'giveBack: done',
  'giveBack: present',
  'giveBack: conflict',
  'giveBack: fenced',
];

/** Plays events in each world, one world after the other, and returns the answers of each. */
export async function playWithdrawals(
  cast: Cast,
  call: WithdrawalCall,
  picks: readonly Pick[],
  worlds: readonly MoneyWorld[],
): Promise<readonly (readonly string[])[]> {
  const said: string[][] = worlds.map(() => []);
  for (const pick of picks) {
    const ask = makeCall(cast, call, pick);
    if (ask === null) continue;
    for (const [place, world] of worlds.entries()) {
      said[place]?.push(`${call}: ${await ask(world)}`);
    }
  }
  return said;
}

type Ask = (world: MoneyWorld) => Promise<string>;

function makeCall(cast: Cast, call: WithdrawalCall, pick: Pick): Ask | null {
  if (call === 'withdraw') {
    const order = makeOrder(cast, pick);
    return async ({ withdrawals }) => {
      const outcome = await withdrawals.order(order);
      noteAnswer(cast, { call, event: order }, outcome);
      return outcome.kind === 'refused' ? `refused ${outcome.refusal.kind}` : outcome.kind;
    };
  }
  if (cast.withdrawn.length === 0) return null;
  const [what, how, when, coin] = pick;
  const order = choose(cast.withdrawn, what);
  const { id } = order;
  const at = later(when);
  const fence = lease.fence - (how % 8 === 7 ? 1n : 0n);
  const isKnown: Ask = async ({ withdrawals }) =>
    (await withdrawals.find(id)) === null ? 'absent' : '';
  const ifKnown =
    (ask: Ask): Ask =>
    async (world) =>
      (await isKnown(world)) || (await ask(world));
  switch (call) {
    case 'sign': {
      const transaction = makeTransaction(cast, order, coin);
      const isFound = how % 3 === 2;
      return ifKnown(async ({ withdrawals }) => {
        if (isFound) await withdrawals.takeForSent(id);
        const signed = await withdrawals.sign({ id, transaction, fence, at, isFound });
        if (how % 5 === 4) await withdrawals.noteBroadcast(id, at);
        return signed;
      });
    }
    case 'settleWithdrawal': {
      const record = JSON.stringify({ withdrawal: id });
      return ifKnown(({ withdrawals }) =>
        withdrawals.settle({ id, block: BLOCK, fence, at, record }),
      );
    }
    case 'giveBack': {
      const failure = { reason: 'never_sent', message: 'Nothing was sent.' };
      const from = choose(['reserved', 'signed', 'unknown'] as const, how / 8);
      return ifKnown(({ withdrawals }) => withdrawals.fail({ id, failure, from, fence, at }));
    }
  }
}

function makeOrder(cast: Cast, pick: Pick): NewWithdrawal {
  const [repeat, who, what, key, amount, by] = pick;
  if (repeat % 5 === 4 && cast.withdrawn.length > 0) return choose(cast.withdrawn, repeat / 5);
  const amountSat = sat(BigInt(1 + (amount % 25)));
  const { claim, ...ordered } = { claim: null, ...keyOf(key), ...orderedBy(cast, by) };
  const changes = { ...ordered, amountSat, openPaymentsMax: 3, idempotency: claim };
  const payer = choose(cast.users, who);
  const order =
    what % 3 === 0
      ? newInternalWithdrawal(payer, choose(cast.addresses, what / 3), changes)
      : newWithdrawal(payer, { ...changes, heldSat: sat(amountSat + BigInt(1 + (what % 4))) });
  cast.withdrawn.push(order);
  return order;
}

/**
 * Makes a transaction that spends either a coin shared by all or one of its own. The same order and
 * coin always give the same transaction.
 */
function makeTransaction(cast: Cast, order: NewWithdrawal, coin: number): SignedTransaction {
  const name = coin % 5 < 3 ? 'coin of all' : `coin of ${order.id}`;
  const key = `${order.id} ${name}`;
  const made =
    cast.transactions.get(key) ??
    newTransaction({
      feeSat: sat(1n),
      inputs: [{ txid: cast.coinOf(name), index: 0, amountSat: sat(1000n) }],
    });
  cast.transactions.set(key, made);
  return made;
}
