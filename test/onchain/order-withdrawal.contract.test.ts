import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import postgres from 'postgres';
import type { StorageAllowance } from '../../src/authorization/storage-allowance.ts';
import { sat } from '../../src/base/amount.ts';
import { MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { addressOfScript } from '../../src/lightning/bitcoin/address.ts';
import {
  type OrderWithdrawalDeps,
  orderWithdrawal,
  type WithdrawalRequest,
} from '../../src/onchain/order-withdrawal.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { addUser, claim, NODE_PUBKEY, newRecordIdentifier } from '../support/money-model/events.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { startWithdrawalBench } from '../support/onchain/withdrawal-bench.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';

type Changes = Partial<Omit<OrderWithdrawalDeps, 'clock' | 'random'>>;

async function startBench(t: TestContext, defaultSendSat: bigint | null = null) {
  const bench = await startWithdrawalBench(t);
  const wallet = createFakeSpending();
  let stored = 0;
  let woken = 0;
  const storage: StorageAllowance = {
    hasRoom: async () => stored < 20_000,
    count: (_, bytes) => {
      stored += bytes;
    },
  };
  const deps: OrderWithdrawalDeps = {
    withdrawals: bench.withdrawals,
    deposits: bench.deposits,
    withdrawing: wallet.withdrawing,
    node: { pubkey: NODE_PUBKEY, alias: 'node', network: 'regtest' },
    paymentStop: { stopReason: () => null },
    storage,
    sendLimits: {
      limits: createUserLimitStore(bench.database, {
        maxBalanceSat: null,
        maxSendDaySat: defaultSendSat === null ? null : sat(defaultSendSat),
      }),
      hasDefault: defaultSendSat !== null,
    },
    openPaymentsMax: 100,
    ordered: {
      notify: () => {
        woken += 1;
      },
    },
    clock,
    random,
  };
  const order = async (
    userId: string,
    changes: Partial<WithdrawalRequest> = {},
    how: { readonly deps?: Changes; readonly key?: string; readonly request?: string } = {},
  ) => {
    const request: WithdrawalRequest = {
      ids: { id: randomUUID(), identifier: newRecordIdentifier() },
      ...{ address: strangeAddress(), amountSat: sat(50_000n), speed: 'normal', maxFeeSat: null },
      ...changes,
    };
    const idempotency = how.key === undefined ? null : claim(how.key, how.request);
    const context = { caller: { userId, grantId: 'grant' }, idempotency };
    return await orderWithdrawal({ ...deps, ...how.deps }, context, request);
  };
  const { findings } = bench.world;
  return { ...bench, wallet, order, findings, woken: () => woken, stored: () => stored };
}

const kindOf = ({ ok, ...rest }: Awaited<ReturnType<typeof orderWithdrawal>>): string =>
  'refusal' in rest ? rest.refusal.kind : rest.value.state;

test('an order reserves amount and half more than the fee is now, and wakes the driver', async (t) => {
  const { world, wallet, order, figures, woken, findings } = await startBench(t);
  const userId = await addUser(world, 200_000);
  wallet.setFee(1001n);
  const ordered = await order(userId, { speed: 'fast' });
  assert(ordered.ok);
  const { state, heldSat, speed, isInternal } = ordered.value;
  assert.deepEqual(
    { state, speed, isInternal },
    { state: 'reserved', speed: 'fast', isInternal: false },
  );
  assert.equal(heldSat, 51_502n);
  const bounded = await order(userId, { maxFeeSat: sat(1001n) });
  assert(bounded.ok);
  assert.equal(bounded.value.heldSat, 51_001n);
  assert.deepEqual(await figures(userId), [97_497n, 102_503n]);
  assert.equal(woken(), 2);
  assert.deepEqual(await findings(), []);
});

test('what cannot be sent is refused before anything costs', async (t) => {
  const { world, wallet, order, figures } = await startBench(t);
  const userId = await addUser(world, 200_000);
  const kind = async (...call: Parameters<typeof order> extends [string, ...infer R] ? R : never) =>
    kindOf(await order(userId, ...call));
  assert.equal(await kind({}, { deps: { withdrawing: null } }), 'onchain_off');
  assert.equal(await kind({ address: 'no address' }), 'bad_address');
  const main = addressOfScript(`0014${'07'.repeat(20)}`, 'bitcoin') ?? '';
  const elsewhere = await order(userId, { address: main });
  assert.deepEqual(elsewhere, {
    ok: false,
    refusal: { kind: 'wrong_network', network: 'bitcoin' },
  });
  // Outputs of later versions of witnesses are anyone's.
  const future = addressOfScript(`5220${'07'.repeat(32)}`, 'regtest') ?? '';
  assert.equal(await kind({ address: future }), 'bad_address');
  assert.equal(await kind({ amountSat: sat(4999n) }), 'amount_below_minimum');
  assert.equal(await kind({ amountSat: sat(2_100_000_000_000_001n) }), 'amount_too_large');
  const stopped = { deps: { paymentStop: { stopReason: () => 'a test' } } };
  assert.equal(await kind({}, stopped), 'outside_payments_stopped');
  assert.equal(wallet.asked(), 0);
  const tight = await order(userId, { maxFeeSat: sat(999n) });
  assert.deepEqual(tight, { ok: false, refusal: { kind: 'fee_above_max', feeSat: 1000n } });
  assert.equal(await kind({ amountSat: sat(199_000n) }), 'insufficient_balance');
  const most = sat(2n ** 53n);
  assert.equal(await kind({ maxFeeSat: most }), 'insufficient_balance');
  wallet.setFee(null);
  assert.equal(await kind(), 'not_enough_on_chain');
  wallet.setRate(50_001n);
  assert.equal(await kind(), 'fees_too_high');
  assert.deepEqual(await figures(userId), [200_000n, 0n]);
});

test('a repetition is answered with what was ordered, whatever has changed', async (t) => {
  const { world, wallet, order, figures, stored } = await startBench(t);
  const userId = await addUser(world, 200_000);
  const ids = { id: randomUUID(), identifier: newRecordIdentifier() };
  const first = await order(userId, { ids }, { key: 'key' });
  assert(first.ok);
  const bytes = stored();
  wallet.setFee(null);
  const off: Changes = { withdrawing: null };
  for (const again of [
    await order(userId, { ids }),
    await order(userId, {}, { key: 'key' }),
    await order(userId, {}, { key: 'key', deps: off }),
  ]) {
    assert.deepEqual(again, first);
  }
  const another = await order(userId, {}, { key: 'key', request: 'another' });
  assert.equal(kindOf(another), 'idempotency_mismatch');
  assert.deepEqual(await figures(userId), [148_500n, 51_500n]);
  assert.equal(stored(), bytes, 'nothing more was stored');
});

test('calls at once under one key are one order', async (t) => {
  const { world, order, figures } = await startBench(t);
  const userId = await addUser(world, 200_000);
  const answers = await Promise.all([1, 2, 3].map(() => order(userId, {}, { key: 'key' })));
  const ids = answers.map((one) => (one.ok ? one.value.id : ''));
  assert.equal(new Set(ids).size, 1);
  assert.deepEqual(await figures(userId), [148_500n, 51_500n]);
});

test('an address of a user here is paid at once, in any way of writing it, also in a stop', async (t) => {
  const { superuserUrl, world, wallet, order, addAddress, figures, findings } = await startBench(t);
  const [payer, payee] = [await addUser(world, 200_000), await addUser(world)];
  const address = await addAddress(payee);
  const stopped = { deps: { paymentStop: { stopReason: () => 'a test' } } };
  const ordered = await order(payer, { address: address.toUpperCase() }, stopped);
  assert(ordered.ok);
  const { state, isInternal } = ordered.value;
  assert.deepEqual({ state, isInternal }, { state: 'settled', isInternal: true });
  assert.deepEqual(await figures(payer), [150_000n, 0n]);
  assert.deepEqual(await figures(payee), [50_000n, 0n]);
  assert.equal(wallet.asked(), 0, 'no fee, so the node is not asked');
  const [record] = await world.records(payee);
  const body: unknown = JSON.parse(record?.body ?? '');
  assert(typeof body === 'object' && body !== null);
  const told = { address, amount: 50_000, fee: 0, txid: null, block_height: null };
  assert.deepEqual({ ...body, ...told, type: 'incoming' }, body);

  const superuser = postgres(superuserUrl, { max: 1 });
  t.after(() => superuser.end());
  const gone = await addUser(world);
  const left = await addAddress(gone);
  await superuser`update wallet set is_closed = true where user_id = ${gone}`;
  assert.equal(kindOf(await order(payer, { address: left })), 'owner_gone');
  assert.deepEqual(await findings(), []);
});

test('the limit of what users send in a day counts it, own and default', async (t) => {
  const { world, order } = await startBench(t, 60_000n);
  const userId = await addUser(world, 200_000);
  assert.equal(kindOf(await order(userId)), 'reserved');
  assert.equal(kindOf(await order(userId)), 'send_limit_exceeded');
});

test('a day allows so many bytes, and an order whose end is not known is pending', async (t) => {
  const { world, withdrawals, order, figures } = await startBench(t);
  const userId = await addUser(world, 900_000);
  const ids = { id: randomUUID(), identifier: newRecordIdentifier() };
  const lost = {
    ...withdrawals,
    order: async (...given: Parameters<typeof withdrawals.order>) => {
      await withdrawals.order(...given);
      throw new MoneyOutcomeUnknown('the answer was lost');
    },
  };
  const pending = await order(userId, { ids }, { deps: { withdrawals: lost } });
  assert.deepEqual(pending, {
    ok: false,
    refusal: { kind: 'payment_pending', paymentId: ids.id },
  });
  const found = await order(userId, { ids });
  assert.equal(kindOf(found), 'reserved');
  assert.deepEqual(await figures(userId), [848_500n, 51_500n]);
  for (let orders = 0; orders < 3; orders += 1) {
    assert.equal(kindOf(await order(userId)), 'reserved');
  }
  assert.equal(kindOf(await order(userId)), 'storage_used_up');
});
