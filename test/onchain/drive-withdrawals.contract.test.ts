import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { decodeTransaction, outpointText } from '../../src/lightning/bitcoin/transaction.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import {
  type DrivenWallet,
  startDrivenWallet,
  withSpending,
} from '../support/onchain/driven-wallet.ts';

/** The books balance after each of them. */
const drivenTest = (
  name: string,
  work: (wallet: DrivenWallet, t: TestContext) => Promise<void>,
): void => {
  test(name, async (t) => {
    const wallet = await startDrivenWallet(t);
    await work(wallet, t);
    assert.deepEqual(await wallet.findings(), []);
  });
};

drivenTest(
  'the amount is exact, the fee is that of the transaction, and both end with the first block',
  async ({ fund, order, lead, find, mine, figures, paid, leases, coinsSat, noted }) => {
    const userId = await fund(200_000);
    const ordered = await order(userId, 60_000n);
    const leader = await lead();
    assert.equal(await leader.drive(), 0, 'nothing leaves before the first look');
    assert.equal((await find(ordered)).state, 'reserved');
    await leader.look(true);
    await leader.drive();
    const sent = await find(ordered);
    assert.equal(sent.state, 'broadcast');
    assert.deepEqual(noted, [ordered.id]);
    assert.equal((await leases(ordered)).length, 1);
    assert(sent.transaction !== null);
    const { feeSat, inputs, raw } = sent.transaction;
    assert(feeSat > 0n && feeSat <= 10_000n);
    const outputs = decodeTransaction(Buffer.from(raw, 'hex'))?.outputs ?? [];
    const spentSat = inputs.reduce((sum, { amountSat }) => sum + amountSat, 0n);
    assert.equal(spentSat - outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n), feeSat);
    await leader.look();
    assert.equal(await coinsSat(), 100_000_000n, 'its coin counts until a block has it');
    assert.deepEqual(await figures(userId), [130_000n, 70_000n]);

    await mine();
    await leader.look();
    const settled = await find(ordered);
    assert.equal(settled.state, 'settled');
    assert.deepEqual(await figures(userId), [140_000n - feeSat, 0n]);
    assert.deepEqual(await paid(ordered), [{ txid: sent.transaction.txid, valueSat: 60_000n }]);
    assert.deepEqual(await leases(ordered), []);
    await leader.look(true);
    await leader.drive();
    assert.equal(await coinsSat(), 99_940_000n - feeSat);
    assert.deepEqual(await figures(userId), [140_000n - feeSat, 0n]);
  },
);

drivenTest(
  'ten at once over two coins: each ends, one block after the other, and none shares a coin',
  async ({ fund, order, lead, find, mine, paid }) => {
    const userId = await fund(2_000_000);
    const ordered = [];
    for (let n = 0; n < 10; n += 1) ordered.push(await order(userId, 20_000n));
    const leader = await lead();
    for (let blocks = 0; blocks < 9; blocks += 1) {
      await leader.look();
      await leader.drive();
      await mine();
    }
    await leader.look();
    const coins: string[] = [];
    for (const one of ordered) {
      const { state, transaction } = await find(one);
      assert.equal(state, 'settled');
      coins.push(...(transaction?.inputs ?? []).map(outpointText));
      assert.equal((await paid(one)).length, 1);
    }
    assert.equal(new Set(coins).size, coins.length);
  },
);

drivenTest(
  'no unconfirmed coin of others is spent',
  async ({ fund, order, lead, find, sim, deps }) => {
    const userId = await fund(90_000_000);
    const address = await deps.chainWallet.newAddress();
    await sim.control('/onchain/pay', { address, amount_sat: 70_000_000 });
    const [first, second] = [await order(userId, 40_000_000n), await order(userId, 30_000_000n)];
    const third = await order(userId, 15_000_000n);
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    const states = [];
    for (const one of [first, second, third]) states.push((await find(one)).state);
    assert.deepEqual(states, ['broadcast', 'broadcast', 'reserved']);
  },
);

drivenTest(
  'a fee above what was allowed sends nothing, and an absurd rate is bounded',
  async ({ fund, order, lead, find, figures, leases, deps }) => {
    const userId = await fund(500_000);
    const ordered = await order(userId, 50_000n, { heldSat: sat(50_100n) });
    const bounded = await order(userId, 50_000n, { heldSat: sat(200_000n) });
    const rates: bigint[] = [];
    const leader = await lead(
      withSpending({
        feeRate: async () => 10n ** 12n,
        fund: (one) => {
          rates.push(one.satPerKw);
          return deps.chainSpending.fund(one);
        },
      }),
    );
    await leader.look(true);
    await leader.drive();
    const { state, failure } = await find(ordered);
    assert.deepEqual([state, failure?.reason], ['failed', 'fee_too_high']);
    assert.deepEqual(await leases(ordered), []);
    assert.deepEqual(rates, [50_000n, 50_000n]);
    assert.equal((await find(bounded)).state, 'broadcast');
    assert.deepEqual(await figures(userId), [300_000n, 200_000n]);
  },
);

drivenTest(
  'an estimator that is silent delays, and holds no other one up',
  async ({ fund, order, lead, find, deps, clock }) => {
    const userId = await fund(500_000);
    const [slow, fast] = [
      await order(userId, 50_000n, { speed: 'slow' }),
      await order(userId, 50_000n, { speed: 'fast' }),
    ];
    let isSilent = true;
    const leader = await lead(
      withSpending({
        feeRate: async (blocks) => {
          if (isSilent && blocks > 100) throw new NodeFault('no answer');
          return await deps.chainSpending.feeRate(blocks);
        },
      }),
    );
    await leader.look(true);
    await leader.drive();
    assert.deepEqual(
      [(await find(slow)).state, (await find(fast)).state],
      ['reserved', 'broadcast'],
    );
    isSilent = false;
    clock.move(MINUTE_MS);
    await leader.drive();
    assert.equal((await find(slow)).state, 'broadcast');
  },
);

drivenTest(
  'what channels need stays in the wallet, which does not see to it itself',
  async ({ fund, order, lead, find, figures, leases, deps, clock, mine, alarms }) => {
    const userId = await fund(150_000_000);
    const reserveSat = await deps.chainSpending.requiredReserve();
    assert(reserveSat >= 10_000n);
    const all = await order(userId, 99_985_000n, { heldSat: sat(100_000_000n) });
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    assert.equal((await find(all)).state, 'reserved');
    assert.deepEqual(await leases(all), [], 'others may have the coins meanwhile');
    const small = await order(userId, 20_000n);
    await leader.drive();
    assert.equal((await find(small)).state, 'broadcast', 'one that waits holds none up');
    await mine();
    await leader.look();
    clock.move(HOUR_MS);
    await leader.drive();
    assert.deepEqual(
      alarms.map(({ kind }) => kind),
      ['withdrawal_waits'],
    );
    clock.move(DAY_MS);
    await leader.drive();
    const { failure } = await find(all);
    assert.equal(failure?.reason, 'not_enough_coins');
    assert.match(failure?.message ?? '', /did not have enough confirmed bitcoin/);
    const { transaction } = await find(small);
    assert.deepEqual(await figures(userId), [149_980_000n - (transaction?.feeSat ?? 0n), 0n]);
  },
);

drivenTest(
  'what the wallet refuses for good goes back',
  async ({ fund, order, lead, find, figures }) => {
    const userId = await fund(500_000);
    const dust = await order(userId, 100n);
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    const { failure } = await find(dust);
    assert.equal(failure?.reason, 'rejected');
    assert.deepEqual(await figures(userId), [500_000n, 0n]);
  },
);

drivenTest(
  'while payments are stopped nothing is sent, and soon it goes back',
  async ({ fund, order, lead, find, stop, clock, leases, figures }) => {
    const userId = await fund(500_000);
    const ordered = await order(userId, 50_000n);
    stop.reason = 'it was not read yet whether anything may leave';
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    assert.equal((await find(ordered)).state, 'reserved', 'a process has just started');
    clock.move(MINUTE_MS);
    await leader.drive();
    assert.equal((await find(ordered)).failure?.reason, 'never_sent');
    assert.deepEqual(await leases(ordered), []);
    assert.deepEqual(await figures(userId), [500_000n, 0n]);
  },
);

drivenTest(
  'a stop that the database has ends one that is about to be signed',
  async ({ fund, order, lead, find, leases, deps }) => {
    const ordered = await order(await fund(500_000), 50_000n);
    await deps.stops.stopForOperator('an operator stopped them');
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    assert.equal((await find(ordered)).failure?.reason, 'never_sent');
    assert.deepEqual(await leases(ordered), []);
  },
);

drivenTest(
  'many that lack coins cost a few questions a block, and smaller ones may go first',
  async ({ fund, order, lead, find, mine, deps }) => {
    const userId = await fund(100_000_000);
    const amounts: bigint[] = [];
    const { fund: ask } = deps.chainSpending;
    const leader = await lead(
      withSpending({
        fund: async (wanted) => {
          amounts.push(wanted.amountSat);
          return await ask(wanted);
        },
      }),
    );
    const round = async (): Promise<readonly bigint[]> => {
      amounts.length = 0;
      await leader.look();
      await leader.drive();
      return [...amounts];
    };
    // The first takes both coins, so that all others wait for its change.
    const ordered = [await order(userId, 90_000_000n)];
    for (let n = 0; n < 8; n += 1) ordered.push(await order(userId, 20_000n));
    for (const amountSat of [19_000n, 18_000n, 17_000n, 16_000n]) {
      ordered.push(await order(userId, amountSat));
    }
    assert.deepEqual(await round(), [90_000_000n, 20_000n, 19_000n, 18_000n]);
    assert.deepEqual(await round(), [], 'no block has come');
    await mine();
    assert.deepEqual(await round(), [20_000n, 20_000n, 19_000n, 18_000n], 'one coin came back');
    const isOpen = async (): Promise<boolean> =>
      (await Promise.all(ordered.map(find))).some(({ state }) => state !== 'settled');
    for (let blocks = 0; (await isOpen()) && blocks < 20; blocks += 1) {
      await mine();
      await round();
    }
    assert.equal(await isOpen(), false);
  },
);
