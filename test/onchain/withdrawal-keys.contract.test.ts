import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { orderWithdrawal } from '../../src/onchain/order-withdrawal.ts';
import type { WithdrawalStore } from '../../src/onchain/withdrawal-store.ts';
import { claim, newRecordIdentifier } from '../support/money-model/events.ts';
import { type DrivenPorts, startDrivenWallet } from '../support/onchain/driven-wallet.ts';
import { NO_WITHDRAWALS } from '../support/onchain/no-withdrawals.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';

/** The checklist of the chain, 43: one key is one payment, wherever a process was killed. */

const wallet = await startDrivenWallet({ after });
const { deps, fund, lead, find, mine, figures, paid, findings, withdrawals } = wallet;

class Killed extends Error {}

/** Calls between an order and its end that change something outside of the process. */
const STEPS = [
  ...['withdrawals.order', 'wallet.fund', 'wallet.sign', 'withdrawals.sign', 'journal.note'],
  ...['wallet.publish', 'withdrawals.noteBroadcast', 'withdrawals.settle'],
];

/** A process that is killed just before or just after a step: its answer is never heard. */
function killedAt(step: string, moment: 'before' | 'after') {
  let isDead = false;
  const wrap = <Port extends object>(called: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          if (isDead) throw new Killed();
          const isHere = `${called}.${String(name)}` === step;
          isDead = isHere && moment === 'before';
          if (isDead) throw new Killed();
          const answer: unknown = await Reflect.apply(method, target, args);
          isDead ||= isHere;
          if (isDead) throw new Killed();
          return answer;
        };
      },
    });
  return {
    isDead: () => isDead,
    withdrawals: wrap('withdrawals', withdrawals),
    ports: (ports: DrivenPorts): Partial<DrivenPorts> => ({
      chainSpending: wrap('wallet', ports.chainSpending),
      withdrawals: wrap('withdrawals', ports.withdrawals),
      dispatchJournal: wrap('journal', ports.dispatchJournal),
    }),
  };
}

interface Order {
  readonly userId: string;
  readonly address: string;
  readonly key: string;
}

/** A call of a user with a key; `body` stands for all that it asks for. */
async function call(by: WithdrawalStore, { userId, address, key }: Order, body = 'one') {
  const answer = await orderWithdrawal(
    {
      ...{ ...NO_WITHDRAWALS, ...deps, withdrawals: by },
      withdrawing: { spending: deps.chainSpending, rules: deps.rules },
    },
    { caller: { userId, grantId: 'grant' }, idempotency: claim(key, body) },
    {
      ids: { id: randomUUID(), identifier: newRecordIdentifier() },
      ...{ address, amountSat: sat(20_000n), speed: 'normal', maxFeeSat: null },
    },
  );
  return answer.ok ? answer.value.id : answer.refusal.kind;
}

const unlessKilled = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => assert(error instanceof Killed, String(error)));
};

/** Callers who heard nothing ask again, several at once, and one of them for something else. */
async function askAgain(order: Order): Promise<string> {
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(withdrawals, order)));
  const [id, ...others] = new Set(answers);
  assert(id !== undefined && others.length === 0, `one key, and ${answers.join(' ')}`);
  assert.equal(await call(withdrawals, order, 'two'), 'idempotency_mismatch');
  return id;
}

for (const step of STEPS) {
  for (const moment of ['before', 'after'] as const) {
    test(`43 killed ${moment} ${step}, the same key is the same payment`, async () => {
      const userId = await fund(100_000);
      const order = { userId, address: strangeAddress(), key: `${step} ${moment}` };
      const process = killedAt(step, moment);
      await unlessKilled(call(process.withdrawals, order));
      const first = await lead(process.ports);
      await unlessKilled(first.look(true));
      await unlessKilled(first.drive());
      await mine();
      await unlessKilled(first.look());
      assert(process.isDead(), 'it came to the step');

      const id = await askAgain(order);
      const { transaction } = await find({ id });
      const next = await lead();
      await next.look(true);
      await next.drive();
      assert.equal(await askAgain(order), id);
      await mine();
      await next.look();
      const settled = await find({ id });
      assert.equal(settled.state, 'settled');
      if (transaction !== null) assert.equal(settled.transaction?.txid, transaction.txid);
      assert.equal(await askAgain(order), id);
      assert.equal((await paid(settled)).length, 1);
      const feeSat = settled.transaction?.feeSat ?? 0n;
      assert.deepEqual(await figures(userId), [80_000n - feeSat, 0n]);
      assert.equal((await withdrawals.listOfUser(userId, { offset: 0, limit: 9 })).length, 1);
      assert.deepEqual(await findings(), []);
    });
  }
}
