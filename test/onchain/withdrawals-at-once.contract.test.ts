import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { openDatabase } from '../../src/database/db.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { CHAIN_LEASE } from '../../src/onchain/deposit-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import {
  addUser,
  internalKeysend,
  NODE_PUBKEY,
  NOW,
  newRecordIdentifier,
  reserveEvent,
} from '../support/money-model/events.ts';
import { times, waitForLocksUntilDeadlock } from '../support/money-model/many-at-once.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import {
  BLOCK,
  newHash,
  newInternalWithdrawal,
  newWithdrawal,
} from '../support/onchain/withdrawal-events.ts';

const FUNCTIONS =
  /_withdrawal\(|_withdrawal_block\(|_deposits\(|_payments\(|settle_between_wallets\(/;

/** Everything that locks the same rows, on connections of its own: none waits for another. */
test('withdrawals, deposits, payments and a database that goes back never wait in a circle', async () => {
  const server = await testDatabase({ after });
  let calls = 0;
  const database = openDatabase({
    ...{ url: server.serviceUrl, applicationName: 'many at once', poolSize: 24, clock, random },
    onStatement: (text) => {
      if (FUNCTIONS.test(text)) calls += 1;
    },
  });
  try {
    const world = createPostgresWorld(database);
    await createNodeStore(database).bindNode('regtest', NODE_PUBKEY);
    await world.setBaseline(NODE_PUBKEY, 0n);
    await waitForLocksUntilDeadlock(server.ownerUrl);
    await database.sql`
      insert into lease (name, holder_process_id, expires_at, fence)
      values (${CHAIN_LEASE}, gen_random_uuid(), now(), 1)`;
    const comparisons = createComparisonStore(database);
    await comparisons.recogniseDatabase();
    const { withdrawals, deposits, sign, settle, fail, addAddress } = withdrawalSteps(database);
    const users = await Promise.all(times(3, () => addUser(world, 2_000_000)));
    const owners = await Promise.all(
      users.map(async (userId) => ({ userId, address: await addAddress(userId) })),
    );
    const place = (index: number) => {
      const [user = '', owner] = [users[index % 3], owners[(index + 1) % 3]];
      assert(owner !== undefined);
      return { user, owner };
    };
    const small = { amountSat: sat(5000n), heldSat: sat(6500n) };
    const orders = times(40, (index) => newWithdrawal(place(index).user, small));
    for (const order of orders) await withdrawals.order(order);
    for (const { id } of orders.slice(0, 20)) await sign(id);
    const outputs = times(12, (index) => ({
      id: newWithdrawal('').id,
      identifier: newRecordIdentifier(),
      transaction: { txid: newHash(), inputs: [] },
      block: BLOCK,
      output: { index: 0, address: place(index).owner.address, amountSat: 20_000n },
      seenAt: NOW,
    }));
    await deposits.note(outputs, 1n);

    calls = 0;
    const work: (() => Promise<unknown>)[] = [
      ...orders.slice(0, 10).map((order) => () => settle(order)),
      ...orders.slice(10, 20).map(
        ({ id }) =>
          () =>
            fail(id, 'signed'),
      ),
      ...orders.slice(20, 30).map(
        ({ id }) =>
          () =>
            sign(id),
      ),
      ...orders.slice(30).map(
        ({ id }) =>
          () =>
            fail(id, 'reserved'),
      ),
      ...orders.slice(0, 5).map(
        ({ id }) =>
          () =>
            withdrawals.placeSettled(id, null, 1n),
      ),
      ...times(12, (index) => () => {
        const { user, owner } = place(index);
        return withdrawals.order(
          newInternalWithdrawal(user, owner, { amountSat: small.amountSat }),
        );
      }),
      ...times(12, (index) => () => withdrawals.order(newWithdrawal(place(index).user, small))),
      () => deposits.note(outputs, 1n),
      ...outputs.map(
        ({ id: depositId }) =>
          () =>
            deposits.credit([{ depositId, block: BLOCK, at: NOW, record: '{}', fence: 1n }]),
      ),
      ...times(12, (index) => () => {
        const { user, owner } = place(index);
        return world.store.settleInternal([internalKeysend(user, owner.userId)]);
      }),
      ...times(6, (index) => () => world.store.reserve([reserveEvent(place(index).user)])),
    ];
    const mixed = work.map((call, index) => ({ call, at: (index * 37) % work.length }));
    const inOrder = mixed.toSorted((a, b) => a.at - b.at).map(({ call }) => call);
    const goBack = () => comparisons.stopAsRewound('a test');
    const half = Math.floor(inOrder.length / 2);
    const all = [...inOrder.slice(0, half), goBack, ...inOrder.slice(half), goBack];
    await Promise.all(all.map((call) => call()));
    assert.equal(calls, work.length, 'a call that was repeated had met a deadlock');
    assert.deepEqual(await world.findings(), []);
  } finally {
    await database.close();
  }
});
