import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { setTokenBudget } from '../../src/apps/set-token-budget.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { BUDGET_INTERVALS, budgetWindowStart } from '../../src/authorization/budget-window.ts';
import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { sat } from '../../src/base/amount.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { createMoney } from '../../src/ledger/money.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { checkProperty } from '../support/check-property.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  addUser,
  failedEnd,
  internalKeysend,
  later,
  NODE_PUBKEY,
  NOW,
  OWNER,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { times, waitForLocksUntilDeadlock } from '../support/money-model/many-at-once.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** What only a real database can show of budgets. */
describe('budgets, in the database', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let world: MoneyWorld;
  /** Two service processes, each with connections of its own. */
  let pools: readonly Database[];
  let stores: readonly MoneyWorld['store'][];

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    await waitForLocksUntilDeadlock(opened.ownerUrl);
    pools = times(2, (index) =>
      openDatabase({
        url: opened.serviceUrl,
        applicationName: `process ${index}`,
        poolSize: 25,
        clock: systemClock,
        random: systemRandom,
      }),
    );
    stores = pools.map((pool) => createPostgresWorld(pool).store);
  });
  after(async () => {
    for (const pool of pools) await pool.close();
    for (const cleanup of cleanups) await cleanup();
  });
  afterEach(async () => assert.deepEqual(await world.findings(), []));

  const storeOf = (index: number): MoneyWorld['store'] => stores[index % 2] ?? world.store;
  const setBudget = (userId: string, limitSat: bigint, grantId = 'grant') =>
    world.budgets.setBudget(
      { userId, grantId },
      { limitSat: sat(limitSat), askAboveSat: null, interval: 'day', expiresAt: null },
      NOW,
    );
  const usedSat = async (userId: string) =>
    (await world.budgets.readBudgets(userId, ['grant'], NOW)).get('grant')?.usedSat;
  const countKind = (answers: readonly (readonly { kind: string }[])[], kind: string): number =>
    answers.flat().filter((answer) => answer.kind === kind).length;

  test('M72 50 payments at once over two processes: as many as the budget covers', async () => {
    const user = await addUser(world, 100_000);
    await setBudget(user, 1100n);
    const sent = await Promise.all(
      times(50, (index) => storeOf(index).reserve([reserveEvent(user)])),
    );
    assert.equal(countKind(sent, 'reserved'), 10);
    assert.equal(await usedSat(user), 1100n);
    await setBudget(user, 2150n);
    const paid = await Promise.all(
      times(50, (index) => storeOf(index).settleInternal([internalKeysend(user, user)])),
    );
    assert.equal(countKind(paid, 'settled'), 10);
    assert.equal(await usedSat(user), 2100n);
  });

  test('M72 so it is when calls wait for each other and go together', async () => {
    const [user, other] = [await addUser(world, 100_000), await addUser(world, 100_000)];
    await setBudget(user, 1000n);
    const moneys = pools.map((pool) =>
      createMoney(createPostgresWorld(pool).store, { batchMax: 64 }),
    );
    const answers = await Promise.all(
      times(100, async (index) => [
        await moneys[index % 2]?.settleInternal(internalKeysend(user, other)),
        await moneys[index % 2]?.settleInternal(internalKeysend(other, user)),
      ]),
    );
    const kinds = answers.map((pair) => pair.map((answer) => answer?.kind));
    assert.equal(kinds.filter(([own]) => own === 'settled').length, 10);
    assert.equal(kinds.filter(([, others]) => others === 'settled').length, 100);
  });

  test('the first payment of a window, 50 times at once, opens it once', async () => {
    const user = await addUser(world, 100_000);
    await setBudget(user, 500n);
    const tomorrow = later(86_400);
    const events = times(50, () => internalKeysend(user, user, { createdAt: tomorrow }));
    const answers = await Promise.all(
      events.map((event, index) => storeOf(index).settleInternal([event])),
    );
    assert.equal(countKind(answers, 'settled'), 5);
  });

  test('payments, their ends and changes of the budget all at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await addUser(world, 100_000);
      await setBudget(user, 3000n);
      const open = times(20, () => reserveEvent(user));
      await world.store.reserve(open);
      for (const { order } of open) await world.beginDispatch(order.id, OWNER);
      const answers = await Promise.all(
        open.flatMap(({ order }, index) => [
          storeOf(index).settleInternal([internalKeysend(user, user)]),
          storeOf(index).reserve([reserveEvent(user, { createdAt: later(90_000 * (index % 2)) })]),
          storeOf(index).resolve([index % 2 ? settledEnd(order) : failedEnd(order.id)]),
          changeBudget(user, index).then(() => []),
        ]),
      );
      assert.equal(countKind(answers, 'resolved'), 20);
      assert.deepEqual(await world.findings(), []);
    }
  });

  const changeBudget = async (userId: string, index: number): Promise<void> => {
    const grant = { userId, grantId: 'grant' };
    const interval = BUDGET_INTERVALS[index % 5] ?? 'day';
    const budget = {
      limitSat: sat(3000n + BigInt(index)),
      askAboveSat: null,
      interval,
      expiresAt: null,
    };
    if (index % 7 === 3) await world.budgets.setBudget(grant, null, NOW);
    await world.budgets.setBudget(grant, budget, later(90_000 * (index % 3)));
  };

  test('SQL and program know the same windows, whatever time zone a connection has', async () => {
    const sql = postgres(opened.serviceUrl, {
      max: 1,
      connection: { TimeZone: 'Pacific/Apia' },
      onnotice: () => undefined,
    });
    const [min, max] = [new Date('2009-01-03T00:00:00Z'), new Date('2120-01-01T00:00:00Z')];
    const anyTime = fc.date({ min, max, noInvalidDate: true });
    const anyInterval = fc.constantFrom(...BUDGET_INTERVALS);
    await checkProperty(
      fc.asyncProperty(anyInterval, anyTime, async (interval, at) => {
        const [row] = await sql<{ start: Date }[]>`
          select budget_window_start(${interval}, ${at}) as start`;
        assert.deepEqual(row?.start, budgetWindowStart(interval, at));
      }),
    );
    await sql.end();
  });

  test('M73b the service writes no budget but through its function', async () => {
    const user = await addUser(world, 1000);
    await setBudget(user, 1n);
    const { sql } = opened.database;
    for (const statement of [
      'update budget set limit_msat = 1000000',
      'update budget set used_msat = 0',
      'delete from budget',
      'insert into budget select * from budget',
      'truncate budget',
      'update wallet set has_budgets = false',
      'update payment set counted_at = now()',
      'update payment set created_at = now()',
      `update payment set grant_id = 'other'`,
      `select read_past_spending('${user}', 'grant', now(), 0)`,
      `select write_budgets(null)`,
    ]) {
      await assert.rejects(sql.unsafe(statement), { code: '42501' }, statement);
    }
  });

  test('a budget of nothing, of parts of a sat or without an owner is refused', async () => {
    const user = await addUser(world);
    const { sql } = opened.database;
    for (const limitMsat of [0n, -1000n, 1500n]) {
      await assert.rejects(
        sql`select put_budget(${user}, 'grant', ${limitMsat}, null, 'day', null, now())`.execute(),
        { code: '23514' },
      );
    }
    for (const askAboveMsat of [-1000n, 1500n, null]) {
      await assert.rejects(
        sql`
          select put_budget(${user}, 'grant', null, ${askAboveMsat}, 'day', null, now())`.execute(),
        { code: '23514' },
      );
    }
    await assert.rejects(
      sql`select put_budget(${user}, '*', 1000, 1000, 'day', null, now())`.execute(),
      { code: '23514' },
      'what a user sends in all does not ask',
    );
    await assert.rejects(setBudget('00000000-0000-4000-8000-000000000000', 1n));
    assert.equal((await world.budgets.readBudgets('no uuid', ['grant'], NOW)).size, 0);
  });

  test('a process that knows only limits leaves alone what asks', async () => {
    const user = await addUser(world, 1000);
    const { sql } = opened.database;
    const grant = { userId: user, grantId: 'grant' };
    const read = async () => {
      const view = (await world.budgets.readBudgets(user, ['grant'], NOW)).get('grant');
      return [view?.limitSat, view?.askAboveSat, view?.interval];
    };
    const setLimit = (interval: string) =>
      sql`select set_budget(${user}, 'grant', 7000, ${interval}, null, ${NOW})`.execute();
    await setLimit('day');
    assert.deepEqual(await read(), [7n, null, 'day']);
    const asking = {
      limitSat: null,
      askAboveSat: sat(0n),
      interval: 'ever',
      expiresAt: null,
    } as const;
    await world.budgets.setBudget(grant, asking, NOW);
    assert.deepEqual(await read(), [null, 0n, 'ever']);
    for (const interval of ['ever', 'week']) {
      await setLimit(interval);
      assert.deepEqual(await read(), [7n, 0n, interval]);
    }
  });

  test('a personal token gets, changes and loses its budget while it is in use', async () => {
    const deps = { tokens: createTokenStore(opened.database), budgets: world.budgets };
    const userId = await addUser(world, 1000);
    const token = {
      id: 'pt_budget',
      userId,
      name: 'test',
      scopes: [],
      expiresAt: null,
      tokenHash: systemRandom.bytes(32),
      createdAt: NOW,
    };
    await deps.tokens.addPersonalToken(token);
    const set = (limitSat: bigint | null, id = token.id) =>
      setTokenBudget(
        { ...deps, clock: systemClock },
        id,
        limitSat === null
          ? null
          : { limitSat: sat(limitSat), askAboveSat: null, interval: 'ever', expiresAt: null },
      );
    const pay = async () => {
      const event = internalKeysend(userId, userId, { grantId: token.id });
      return (await world.store.settleInternal([event]))[0]?.kind;
    };
    assert((await set(100n)).ok);
    assert.deepEqual([await pay(), await pay()], ['settled', 'refused']);
    assert((await set(200n)).ok);
    assert.deepEqual([await pay(), await pay()], ['settled', 'refused']);
    assert((await set(null)).ok);
    assert.equal(await pay(), 'settled');
    assert((await set(300n)).ok);
    assert.equal(await pay(), 'refused', 'what was spent without a budget counts too');

    const unknown = await set(1n, 'unknown');
    assert(!unknown.ok && unknown.refusal.kind === 'token_not_found');
    await deps.tokens.revokeToken({ id: token.id, userId: null }, NOW);
    assert(!(await set(1000n)).ok);
    assert.equal((await deps.budgets.readBudgets(userId, [token.id], NOW)).size, 1);
  });

  test('a limit for all that is set while the one before is taken away stays', async () => {
    const userId = await addUser(world, 1000);
    const limits = createUserLimitStore(opened.database, NO_LIMITS);
    await limits.setLimits(userId, { maxSendDay: sat(5n) }, NOW);
    const owner = postgres(opened.ownerUrl, { max: 1 });
    try {
      // As if it had been a default that is no more.
      await owner`delete from user_limit where user_id = ${userId}`;
      let taking: Promise<boolean> | null = null;
      await owner.begin(async (sql) => {
        await sql`select set_user_limits(${userId}, false, null, true, 7, null, ${NOW})`;
        taking = limits.applySendLimit(userId, NOW);
        await eventually('it waits for the wallet', async () => {
          const [row] = await sql`select from pg_locks where not granted limit 1`;
          return row === undefined ? null : true;
        });
      });
      await taking;
      const [budget] = await owner<{ limit_msat: string }[]>`
        select limit_msat from budget where user_id = ${userId} and grant_id = '*'`;
      assert.equal(budget?.limit_msat, '7000');
    } finally {
      await owner.end();
    }
  });
});
