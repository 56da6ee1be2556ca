import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import postgres from 'postgres';
import { sat } from '../../src/base/amount.ts';
import { CHAIN_LEASE } from '../../src/onchain/deposit-store.ts';
import { WITHDRAWAL_STEPS, type WithdrawalState } from '../../src/onchain/withdrawal-state.ts';
import { addUser, claim, NOW, reserveEvent } from '../support/money-model/events.ts';
import { startWithdrawalBench, type WithdrawalBench } from '../support/onchain/withdrawal-bench.ts';
import {
  BLOCK,
  newHash,
  newInternalWithdrawal,
  newTransaction,
  newWithdrawal,
} from '../support/onchain/withdrawal-events.ts';

/** The books balance after each of them. */
const withdrawalTest = (
  name: string,
  work: (bench: WithdrawalBench, t: TestContext) => Promise<void>,
): void => {
  test(name, async (t) => {
    const bench = await startWithdrawalBench(t);
    await work(bench, t);
    assert.deepEqual(await bench.world.findings(), []);
  });
};

const STOPPED = `insert into outside_stop (reason, detail) values ('operator', 'a test')`;

withdrawalTest(
  'a withdrawal is reserved, signed, handed over and settled, each of them once',
  async ({ world, withdrawals, sign, settle, fail, figures, stateOf }) => {
    const userId = await addUser(world, 100_000);
    const order = newWithdrawal(userId);
    const { id } = order;
    assert.deepEqual(await withdrawals.order(order), { kind: 'ordered' });
    assert.deepEqual(await withdrawals.order(order), { kind: 'present' });
    assert.deepEqual(await figures(userId), [48_500n, 51_500n]);
    assert.equal(await settle(order), 'conflict', 'nothing was sent');

    const transaction = newTransaction();
    assert.equal(await sign(id, transaction), 'signed');
    assert.equal(await sign(id, transaction), 'signed', 'its answer was lost');
    assert.equal(await sign(id, newTransaction()), 'conflict', 'there is never a second one');
    const known = await withdrawals.find(id);
    assert.deepEqual(known?.transaction, transaction);
    assert.equal(await fail(id, 'reserved'), 'conflict', 'it may have left');
    await withdrawals.noteBroadcast(id, NOW);
    await withdrawals.noteBroadcast(id, NOW);
    assert.equal(await stateOf(id), 'broadcast');

    assert.equal(await settle(order), 'done');
    assert.equal(await settle(order), 'present');
    assert.equal(await fail(id, 'signed'), 'conflict');
    await withdrawals.noteBroadcast(id, NOW);
    assert.equal(await stateOf(id), 'settled');
    assert.deepEqual(await figures(userId), [49_000n, 0n], 'the fee that was paid, and no more');
    const [, record] = await world.records(userId);
    const body: unknown = JSON.parse(record?.body ?? '');
    assert(typeof body === 'object' && body !== null);
    const told = { amount: 50_000, fee: 1000, txid: transaction.txid, type: 'outgoing' };
    assert.deepEqual({ ...body, ...told, block_height: BLOCK.height }, body);
  },
);

withdrawalTest(
  'one that fails gives everything back, also to another one its coins',
  async ({ world, withdrawals, sign, fail, figures }) => {
    const userId = await addUser(world, 200_000);
    const [unsent, replaced, other] = [1, 2, 3].map(() => newWithdrawal(userId));
    assert(unsent && replaced && other);
    for (const order of [unsent, replaced, other]) await withdrawals.order(order);
    assert.equal(await fail(unsent.id, 'reserved'), 'done');
    assert.equal(await fail(unsent.id, 'reserved'), 'present');
    assert.equal(await sign(unsent.id), 'conflict');

    const transaction = newTransaction();
    assert.equal(await sign(replaced.id, transaction), 'signed');
    const second = newTransaction({ inputs: transaction.inputs });
    assert.equal(await sign(other.id, second), 'input_taken');
    await withdrawals.noteBroadcast(replaced.id, NOW);
    assert.equal(await fail(replaced.id, 'signed'), 'done');
    assert.equal(await sign(other.id, second), 'signed');
    assert.deepEqual(await figures(userId), [148_500n, 51_500n]);
    const failed = await withdrawals.listFailed(new Date(NOW.getTime() - 1));
    assert.deepEqual(
      failed.map(({ id, state }) => [id, state]).toSorted(),
      [unsent.id, replaced.id].map((id) => [id, 'failed']).toSorted(),
    );
    assert.deepEqual(await withdrawals.listFailed(NOW), []);
  },
);

withdrawalTest(
  'a process that leads no more changes nothing',
  async ({ database, world, withdrawals, sign, settle, fail, stateOf }) => {
    const userId = await addUser(world, 200_000);
    const [reserved, signed, settled] = [1, 2, 3].map(() => newWithdrawal(userId));
    assert(reserved && signed && settled);
    for (const order of [reserved, signed, settled]) await withdrawals.order(order);
    await sign(signed.id);
    await sign(settled.id);
    await settle(settled);
    await database.sql`
      insert into lease (name, holder_process_id, expires_at, fence)
      values (${CHAIN_LEASE}, gen_random_uuid(), now(), 2)`;
    assert.equal(await sign(reserved.id), 'fenced');
    assert.equal(await fail(reserved.id, 'reserved'), 'fenced');
    assert.equal(await settle(signed), 'fenced');
    assert.equal(await withdrawals.placeSettled(settled.id, null, 1n), 'fenced');
    assert.equal(await stateOf(reserved.id), 'reserved');
    assert.equal(await sign(reserved.id, newTransaction(), { fence: 2n }), 'signed');
    assert.equal(await settle(signed, { fence: 2n }), 'done');
  },
);

withdrawalTest(
  'nothing new is signed during a stop, and what has left goes on',
  async ({ superuserUrl, world, withdrawals, sign, settle, stateOf }, t) => {
    const userId = await addUser(world, 200_000);
    const [waiting, signed] = [newWithdrawal(userId), newWithdrawal(userId)];
    for (const order of [waiting, signed]) await withdrawals.order(order);
    await sign(signed.id);
    const superuser = postgres(superuserUrl, { max: 1 });
    t.after(() => superuser.end());
    await superuser.unsafe(STOPPED);
    assert.equal(await sign(waiting.id), 'stopped');
    assert.equal(await stateOf(waiting.id), 'reserved');
    assert.equal(await settle(signed), 'done');
    await superuser`delete from outside_stop`;
    assert.equal(await sign(waiting.id), 'signed');
  },
);

withdrawalTest(
  'one that was reserved when the database went back is not given back by itself',
  async ({ superuserUrl, database, world, withdrawals, sign, fail, figures }, t) => {
    const userId = await addUser(world, 200_000);
    const [lost, found, unsent] = [1, 2, 3].map(() => newWithdrawal(userId));
    assert(lost && found && unsent);
    for (const order of [lost, found, unsent]) await withdrawals.order(order);
    const superuser = postgres(superuserUrl, { max: 1 });
    t.after(() => superuser.end());
    await superuser`insert into outside_stop (reason, detail) values ('restored', 'a test')`;
    assert.equal(await fail(lost.id, 'reserved'), 'conflict', '"reserved" may be outdated');
    await database.sql`
      update withdrawal set state = 'unknown' where id in (${found.id}, ${unsent.id})`;
    assert.equal(await sign(found.id), 'conflict', 'it may be out there with other coins');
    const transaction = newTransaction();
    assert.equal(await sign(lost.id, transaction, { isFound: true }), 'conflict');
    assert.equal(await sign(found.id, transaction, { isFound: true }), 'signed');
    assert.equal(await fail(unsent.id, 'reserved'), 'conflict');
    assert.equal(await fail(unsent.id, 'unknown', { fence: null }), 'done');
    assert.deepEqual(await figures(userId), [97_000n, 103_000n]);
  },
);

withdrawalTest(
  'the block of a settled one is noted without moving money',
  async ({ world, withdrawals, sign, settle, figures }) => {
    const userId = await addUser(world, 200_000);
    const [order, open] = [newWithdrawal(userId), newWithdrawal(userId)];
    for (const one of [order, open]) await withdrawals.order(one);
    await sign(order.id);
    assert.equal(await withdrawals.placeSettled(order.id, BLOCK, 1n), 'conflict');
    await settle(order);
    const before = await figures(userId);
    assert.equal(await withdrawals.placeSettled(order.id, BLOCK, 1n), 'present');
    assert.equal(await withdrawals.placeSettled(order.id, null, 1n), 'done');
    const driven = async (height: number) =>
      (await withdrawals.listToDrive(height)).map(({ id }) => id).toSorted();
    const both = [order.id, open.id].toSorted();
    assert.deepEqual(await driven(BLOCK.height + 1), both, 'it is in no block');
    const later = { height: BLOCK.height + 2, hash: newHash() };
    assert.equal(await withdrawals.placeSettled(order.id, later, 1n), 'done');
    assert.deepEqual((await withdrawals.find(order.id))?.block, later);
    assert.deepEqual(await driven(later.height), both);
    assert.deepEqual(await driven(later.height + 1), [open.id]);
    assert.deepEqual(await figures(userId), before);
  },
);

withdrawalTest(
  'the coins of a settled one that lost its block for good may be spent by others',
  async ({ database, world, withdrawals, sign, settle }) => {
    const userId = await addUser(world, 300_000);
    const [order, other] = [newWithdrawal(userId), newWithdrawal(userId)];
    for (const one of [order, other]) await withdrawals.order(one);
    const transaction = newTransaction();
    await sign(order.id, transaction);
    assert.equal(await withdrawals.freeCoins(order.id, 1n), 'conflict', 'it may still be mined');
    await settle(order);
    assert.equal(await withdrawals.freeCoins(order.id, 1n), 'conflict', 'a block has it');
    await withdrawals.placeSettled(order.id, null, 1n);
    const second = newTransaction({ inputs: transaction.inputs });
    assert.equal(await sign(other.id, second), 'input_taken');
    assert.equal(await withdrawals.freeCoins(order.id, 1n), 'done');
    assert.equal(await withdrawals.freeCoins(order.id, 1n), 'present');
    assert.equal(await sign(other.id, second), 'signed');
    await database.sql`
      insert into lease (name, holder_process_id, expires_at, fence)
      values (${CHAIN_LEASE}, gen_random_uuid(), now(), 2)`;
    assert.equal(await withdrawals.freeCoins(order.id, 1n), 'fenced');
  },
);

withdrawalTest(
  'balance, open payments, budget and daily limit bound it as any payment',
  async ({ world, withdrawals, sign, settle, fail }) => {
    const userId = await addUser(world, 200_000);
    const refusalOf = async (order: Parameters<typeof withdrawals.order>[0]) => {
      const outcome = await withdrawals.order(order);
      return outcome.kind === 'refused' ? outcome.refusal.kind : outcome.kind;
    };
    const rich = { amountSat: sat(199_000n), heldSat: sat(200_001n) };
    assert.equal(await refusalOf(newWithdrawal(userId, rich)), 'insufficient_balance');
    await world.store.reserve([reserveEvent(userId)]);
    const second = { openPaymentsMax: 1 };
    assert.equal(await refusalOf(newWithdrawal(userId, second)), 'too_many_open_payments');

    const day = { askAboveSat: null, interval: 'day', expiresAt: null } as const;
    const owner = { userId, grantId: 'grant' };
    await world.budgets.setBudget(owner, { ...day, limitSat: sat(60_000n) }, NOW);
    const used = async () =>
      (await world.budgets.readBudgets(userId, ['grant'], NOW)).get('grant')?.usedSat;
    const before = (await used()) ?? 0n;
    const order = newWithdrawal(userId);
    assert.equal(await refusalOf(order), 'ordered');
    assert.equal(await refusalOf(newWithdrawal(userId)), 'budget_exceeded');
    assert.equal(await used(), before + 51_500n, 'with the highest fee');
    await sign(order.id);
    await settle(order);
    assert.equal(await used(), before + 51_000n, 'with the fee that it cost');
    await world.budgets.setBudget(owner, { ...day, limitSat: sat(110_000n) }, NOW);
    const failing = newWithdrawal(userId);
    assert.equal(await refusalOf(failing), 'ordered');
    await fail(failing.id, 'reserved');
    assert.equal(await used(), before + 51_000n);
    // Counted anew from the rows, it is the same.
    await world.budgets.setBudget(
      owner,
      { ...day, interval: 'week', limitSat: sat(110_000n) },
      NOW,
    );
    assert.equal(await used(), before + 51_000n);

    await world.budgets.setBudget(
      { userId, grantId: '*' },
      { ...day, limitSat: sat(100_000n) },
      NOW,
    );
    const other = newWithdrawal(userId, { grantId: 'other' });
    assert.equal(await refusalOf(other), 'send_limit_exceeded');
  },
);

withdrawalTest('calls with one key are one withdrawal', async ({ world, withdrawals }) => {
  const userId = await addUser(world, 500_000);
  const first = newWithdrawal(userId, { idempotency: claim('key') });
  const again = () => newWithdrawal(userId, { idempotency: claim('key') });
  const calls = await Promise.all([first, again(), again()].map((one) => withdrawals.order(one)));
  assert.deepEqual(calls.map(({ kind }) => kind).toSorted(), ['ordered', 'repeated', 'repeated']);
  const ids = calls.flatMap((call) => (call.kind === 'repeated' ? [call.withdrawalId] : []));
  assert.equal(new Set(ids).size, 1);
  const listed = await withdrawals.listOfUser(userId, { offset: 0, limit: 10 });
  assert.deepEqual(
    listed.map(({ id }) => id),
    [ids[0]],
  );
  const other = newWithdrawal(userId, { idempotency: claim('key', 'another') });
  assert.deepEqual(await withdrawals.order(other), {
    kind: 'refused',
    refusal: { kind: 'idempotency_mismatch' },
  });
  const key = await withdrawals.findKey({ userId, grantId: 'grant' }, 'key');
  assert.deepEqual(key?.target, { kind: 'withdrawal', id: ids[0] });
});

withdrawalTest(
  'orders at once never hold more than there is',
  async ({ world, withdrawals, figures }) => {
    const userId = await addUser(world, 120_000);
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5].map(() => withdrawals.order(newWithdrawal(userId))),
    );
    assert.equal(outcomes.filter(({ kind }) => kind === 'ordered').length, 2);
    assert.deepEqual(await figures(userId), [17_000n, 103_000n]);
  },
);

withdrawalTest(
  'of two steps at once that contradict each other one is taken',
  async ({ world, withdrawals, sign, settle, fail, stateOf }) => {
    const userId = await addUser(world, 900_000);
    for (let round = 0; round < 6; round += 1) {
      const order = newWithdrawal(userId);
      await withdrawals.order(order);
      const [signed, failed] = await Promise.all([sign(order.id), fail(order.id, 'reserved')]);
      assert.deepEqual(
        [signed, failed],
        (await stateOf(order.id)) === 'failed' ? ['conflict', 'done'] : ['signed', 'conflict'],
      );
      if (signed !== 'signed') continue;
      const ends = await Promise.all([settle(order), fail(order.id, 'signed'), settle(order)]);
      assert.equal(ends.filter((end) => end === 'done').length, 1);
    }
    const transaction = newTransaction();
    const both = [newWithdrawal(userId), newWithdrawal(userId)];
    for (const order of both) await withdrawals.order(order);
    const taken = await Promise.all(
      both.map(({ id }) => sign(id, newTransaction({ inputs: transaction.inputs }))),
    );
    assert.deepEqual(taken.toSorted(), ['input_taken', 'signed']);
  },
);

withdrawalTest(
  'an address of a user here is credited at once, and not given out again',
  async ({ world, withdrawals, deposits, addAddress, figures, stateOf }) => {
    const [payer, payee] = [await addUser(world, 100_000), await addUser(world)];
    const address = await addAddress(payee);
    assert.deepEqual(await withdrawals.findOwner(address), { userId: payee, isClosed: false });
    const order = newInternalWithdrawal(payer, { userId: payee, address });
    assert.deepEqual(await withdrawals.order(order), { kind: 'ordered' });
    assert.deepEqual(await withdrawals.order(order), { kind: 'present' });
    assert.equal(await stateOf(order.id), 'settled');
    assert.deepEqual(await figures(payer), [50_000n, 0n]);
    assert.deepEqual(await figures(payee), [50_000n, 0n]);
    assert.equal(await deposits.findUnusedAddress(payee), null);
    const [deposit] = await deposits.listOfUser(payee, { offset: 0, limit: 1 });
    const { state, txid, outputIndex, block, amountSat } = deposit ?? {};
    assert.deepEqual(
      { state, txid, outputIndex, block, amountSat },
      { state: 'credited', txid: null, outputIndex: null, block: null, amountSat: 50_000n },
    );
    assert.deepEqual(await deposits.listCreditedSince(0), [], 'no block has it');
    assert.deepEqual(await withdrawals.listToDrive(0), []);
    assert.equal((await world.records(payee)).length, 1);
    // It may be paid again, as any address.
    const again = newInternalWithdrawal(payer, { userId: payee, address });
    assert.deepEqual(await withdrawals.order(again), { kind: 'ordered' });
  },
);

withdrawalTest(
  'to an address of oneself the balance stays, and two at once do not block each other',
  async ({ world, withdrawals, addAddress, figures }) => {
    const [anna, bert] = [await addUser(world, 60_000), await addUser(world, 60_000)];
    const [ofAnna, ofBert] = [await addAddress(anna), await addAddress(bert)];
    const own = newInternalWithdrawal(anna, { userId: anna, address: ofAnna });
    assert.deepEqual(await withdrawals.order(own), { kind: 'ordered' });
    assert.deepEqual(await figures(anna), [60_000n, 0n]);
    assert.equal((await world.records(anna)).length, 3);
    const outcomes = await Promise.all([
      withdrawals.order(newInternalWithdrawal(anna, { userId: bert, address: ofBert })),
      withdrawals.order(newInternalWithdrawal(bert, { userId: anna, address: ofAnna })),
    ]);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['ordered', 'ordered'],
    );
    assert.deepEqual(await figures(anna), [60_000n, 0n]);
  },
);

withdrawalTest(
  'nothing is booked for an owner who has closed the account meanwhile',
  async ({ superuserUrl, world, withdrawals, addAddress, figures }, t) => {
    const [payer, payee] = [await addUser(world, 100_000), await addUser(world)];
    const address = await addAddress(payee);
    const superuser = postgres(superuserUrl, { max: 1 });
    t.after(() => superuser.end());
    await superuser`update wallet set is_closed = true where user_id = ${payee}`;
    assert.deepEqual(await withdrawals.findOwner(address), { userId: payee, isClosed: true });
    assert.deepEqual(
      await withdrawals.order(newInternalWithdrawal(payer, { userId: payee, address })),
      { kind: 'refused', refusal: { kind: 'owner_gone' } },
    );
    assert.deepEqual(await figures(payer), [100_000n, 0n]);
  },
);

withdrawalTest(
  'it is known by id and by the label of its transaction, to its user alone',
  async ({ world, withdrawals, sign }) => {
    const [userId, other] = [await addUser(world, 200_000), await addUser(world)];
    const [signed, reserved] = [newWithdrawal(userId), newWithdrawal(userId)];
    for (const order of [signed, reserved]) await withdrawals.order(order);
    await sign(signed.id);
    assert.equal((await withdrawals.findOfUser(userId, signed.id))?.id, signed.id);
    assert.equal(await withdrawals.findOfUser(other, signed.id), null);
    assert.equal(await withdrawals.find('no-uuid'), null);
    assert.equal(await withdrawals.findOwner(signed.address), null);
    const asked = [signed.identifier, reserved.identifier, 'unknown'];
    assert.deepEqual(await withdrawals.listSigned(asked), new Set([signed.identifier]));
  },
);

test('the database refuses each step that a withdrawal does not take', async (t) => {
  const { superuserUrl, world, withdrawals } = await startWithdrawalBench(t);
  const userId = await addUser(world, 100_000);
  const order = newWithdrawal(userId);
  await withdrawals.order(order);
  const superuser = postgres(superuserUrl, { max: 1 });
  t.after(() => superuser.end());
  const states: WithdrawalState[] = [
    'reserved',
    'unknown',
    'signed',
    'broadcast',
    'settled',
    'failed',
  ];
  const allowed = new Set(
    WITHDRAWAL_STEPS.flatMap(({ from, to }) => from.map((state) => `${state} ${to}`)),
  );
  const rows = (state: WithdrawalState) => ({
    state,
    ended_at: state === 'settled' || state === 'failed' ? NOW : null,
    failure_reason: state === 'failed' ? 'never_sent' : null,
    failure_message: state === 'failed' ? 'Nothing was sent.' : null,
    ...(state === 'reserved' || state === 'unknown'
      ? { txid: null, raw: null, fee_msat: null, signed_at: null, broadcast_at: null }
      : {
          txid: Buffer.alloc(32, 7),
          raw: Buffer.from('00', 'hex'),
          fee_msat: 1000,
          signed_at: NOW,
          broadcast_at: NOW,
        }),
  });
  const taken = new Set<string>();
  for (const from of states) {
    for (const to of states.filter((state) => state !== from)) {
      try {
        await superuser.begin(async (sql) => {
          await sql`alter table withdrawal disable trigger user`;
          await sql`update withdrawal set ${sql(rows(from))} where id = ${order.id}`;
          await sql`alter table withdrawal enable trigger user`;
          const { state, ended_at, failure_reason, failure_message, ...signed } = rows(to);
          const end = { state, ended_at, failure_reason, failure_message };
          const isSigning = from === 'reserved' || from === 'unknown';
          await sql`
            update withdrawal set ${sql(isSigning ? { ...end, ...signed } : end)}
            where id = ${order.id}`;
          taken.add(`${from} ${to}`);
          throw new Error('undone');
        });
      } catch (error) {
        assert(error instanceof Error);
        assert.match(error.message, /undone|cannot go from|check constraint/);
      }
    }
  }
  assert.deepEqual([...taken].toSorted(), [...allowed].toSorted());
  // The role of the service moves no money, and says of none that it was signed.
  const { database } = await startWithdrawalBench(t);
  await assert.rejects(database.sql`update withdrawal set raw = '\\x00'`, /permission denied/);
});
