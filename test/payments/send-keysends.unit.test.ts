import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import type { KeysendOrder } from '../../src/payments/keysend-order.ts';
import { cancelOrphanBatches } from '../../src/payments/recovery/cancel-orphan-batches.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import { type PayBench, startPayBench } from '../support/pay-bench.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { startService } from '../support/wallet-service.ts';

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);

const order = (amountSat: bigint, change: Partial<KeysendOrder> = {}): KeysendOrder => ({
  destination: EXTERNAL,
  amountMsat: satToMsat(sat(amountSat)),
  memo: null,
  recordsText: null,
  ...change,
});

const begin = (bench: PayBench, orders: readonly KeysendOrder[], key: string | null = null) =>
  sendKeysends(bench.service.deps, {
    caller: bench.ann.caller,
    orders,
    idempotency: key === null ? null : { key, requestHash: Buffer.from(String(orders.length)) },
  });

async function send(bench: PayBench, orders: readonly KeysendOrder[], key: string | null = null) {
  const answer = await bench.world.clock.until(begin(bench, orders, key));
  assert(answer.ok, answer.ok ? '' : answer.refusal.kind);
  return answer.value.map(({ result }) => (result.ok ? 'settled' : result.refusal.kind));
}

test('each item ends on its own, in the order of the request', async () => {
  const bench = await startPayBench();
  const kinds = await send(bench, [
    order(100n),
    order(200n, { destination: 'bad' }),
    order(300n, { recordsText: { '12': 'too low' } }),
    order(400n, { destination: bench.world.node.identity.pubkey }),
    order(500n),
  ]);
  const expected = [
    'settled',
    'bad_destination',
    'bad_custom_record',
    'account_record_missing',
    'settled',
  ];
  assert.deepEqual(kinds, expected);
  assert.equal(bench.world.walletSat(bench.ann), 99_400n);
  bench.world.checkBooks();
});

test('what refuses the whole, before anything is written', async () => {
  const bench = await startPayBench();
  const refused = async (orders: readonly KeysendOrder[]) => {
    const answer = await bench.world.clock.until(begin(bench, orders));
    assert(!answer.ok);
    return answer.refusal.kind;
  };
  assert.equal(await refused([]), 'bad_input');
  assert.equal(await refused(Array.from({ length: 101 }, () => order(1n))), 'bad_input');
  assert.equal(await refused([order(1n), order(0n)]), 'bad_input');
  assert.equal(await refused([order(1n), order(-1n)]), 'bad_input');
  assert.equal(await refused([order(60_000n), order(40_001n)]), 'insufficient_balance');
  assert.equal(bench.world.memory.money.batches.size, 0);
});

test('M10 each item reserves for itself: the sum fits, the reserves do not', async () => {
  const bench = await startPayBench();
  bench.world.node.books.plan = { kind: 'hold' };
  const waiting = begin(bench, [order(60_000n), order(39_000n), order(900n)]);
  await bench.world.clock.advance(1000);
  for (const { paymentHash } of bench.world.node.books.sent) {
    bench.world.node.end(paymentHash, { kind: 'succeed', feeMsat: 0n });
  }
  const answer = await bench.world.clock.until(waiting);
  assert(answer.ok);
  const kinds = answer.value.map(({ result }) => (result.ok ? 'settled' : result.refusal.kind));
  assert.deepEqual(kinds, ['settled', 'settled', 'insufficient_balance']);
  assert.equal(bench.world.walletSat(bench.ann), 1000n);
  bench.world.checkBooks();
});

test('at most eight are under way; at the deadline the rest is cancelled for good', async () => {
  const bench = await startPayBench({ waitSec: 10 });
  const { world } = bench;
  world.node.books.plan = { kind: 'hold' };
  const orders = Array.from({ length: 20 }, () => order(10n));
  const kinds = await send(bench, orders, 'k');
  assert.deepEqual(kinds, [
    ...Array.from({ length: 8 }, () => 'payment_pending'),
    ...Array.from({ length: 12 }, () => 'batch_item_cancelled'),
  ]);
  assert.equal(world.node.books.sent.length, 8);
  for (const { paymentHash } of world.node.books.sent) {
    world.node.end(paymentHash, { kind: 'succeed', feeMsat: 0n });
  }
  await world.clock.flush();
  const again = await send(bench, orders, 'k');
  assert.deepEqual(again, [
    ...Array.from({ length: 8 }, () => 'settled'),
    ...Array.from({ length: 12 }, () => 'batch_item_cancelled'),
  ]);
  assert.equal(world.node.books.sent.length, 8, 'a repeat starts nothing');
  assert.equal(world.walletSat(bench.ann), 100_000n - 80n);
  world.checkBooks();
});

test('a repeat while the batch runs waits for its end and sends nothing', async () => {
  const bench = await startPayBench();
  const { world } = bench;
  world.node.books.plan = { kind: 'hold' };
  const orders = [order(10n), order(20n, { destination: 'bad' })];
  const first = begin(bench, orders, 'k');
  await world.clock.advance(100);
  const second = begin(bench, orders, 'k');
  await world.clock.advance(2000);
  const [sent] = world.node.books.sent;
  assert(sent !== undefined);
  world.node.end(sent.paymentHash, { kind: 'succeed', feeMsat: 0n });
  const [one, two] = await world.clock.until(Promise.all([first, second]));
  assert(one.ok && two.ok);
  const kinds = [one, two].map((answer) =>
    answer.value.map(({ result }) => (result.ok ? 'settled' : result.refusal.kind)),
  );
  assert.deepEqual(kinds, [
    ['settled', 'bad_destination'],
    ['settled', 'bad_destination'],
  ]);
  const mismatch = await world.clock.until(begin(bench, [order(10n)], 'k'));
  assert.deepEqual(mismatch, { ok: false, refusal: { kind: 'idempotency_mismatch' } });
  assert.equal(world.node.books.sent.length, 1);
});

test('a repeat is told of payments within this service once they are safe', async () => {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  let confirmed = 0;
  service.breakage.onCall.set('confirmSeen', () => {
    confirmed += 1;
  });
  const outside = [order(10n), order(20n)];
  const recordsText = { '696969': ann.user.identifier };
  const mixed = [order(10n), order(20n, { destination: world.node.identity.pubkey, recordsText })];
  for (const [orders, key, expected] of [
    [outside, 'outside', 0],
    [mixed, 'mixed', 1],
  ] as const) {
    assert.deepEqual(await send(bench, orders, key), ['settled', 'settled']);
    assert.equal(confirmed, 0);
    assert.deepEqual(await send(bench, orders, key), ['settled', 'settled']);
    assert.equal(confirmed, expected, key);
  }
  world.checkBooks();
});

test('a killed process: nothing is sent twice, what was not begun is cancelled', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  let payFlow = 0;
  service.breakage.onCall.set('send', () => {
    payFlow += 1;
    if (payFlow === 3) service.kill();
  });
  const orders = Array.from({ length: 12 }, () => order(10n));
  void begin(bench, orders, 'k');
  await world.clock.advance(1000);
  const worker = await startService(world, 'worker');
  worker.run(resolvePayments);
  worker.run(cancelOrphanBatches);
  await world.clock.advance(20 * 60_000);
  const states = [...world.memory.money.batchItemStates.values()];
  assert.equal(states.includes('pending'), false);
  assert.equal(world.heldSat(bench.ann), 0n);
  const paid = BigInt(world.records(bench.ann).length);
  assert.equal(world.walletSat(bench.ann), 100_000n - paid * 10n);
  world.checkBooks();
});

test('one item that the database loses does not hide the others', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  let reserves = 0;
  service.breakage.onCall.set('reserve', () => {
    reserves += 1;
    if (reserves >= 3) throw new Error('database away');
  });
  const kinds = await send(bench, [order(1n), order(2n), order(3n), order(4n)]);
  assert.deepEqual(kinds, ['settled', 'settled', 'payment_pending', 'batch_item_cancelled']);
  world.checkBooks();
});

test('M28 items that could not be cancelled at once are cancelled when the store is back', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  let isAway = false;
  const breakIfAway = (): void => {
    if (isAway) throw new Error('database away');
  };
  for (const call of ['reserve', 'cancelPendingItems']) {
    service.breakage.onCall.set(call, breakIfAway);
  }
  service.breakage.onCall.set('insertBatch', () => {
    isAway = true;
  });
  const orders = [order(1n), order(2n)];
  const first = await send(bench, orders, 'k');
  assert.deepEqual(first, ['payment_pending', 'batch_item_cancelled']);
  isAway = false;
  await world.clock.advance(10_000);
  const again = await send(bench, orders, 'k');
  assert.deepEqual(again, ['batch_item_cancelled', 'batch_item_cancelled']);
  world.checkBooks();
});

test('M28 an item whose reserve was written unheard is given up when the store is back', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  const away = { at: 'before', error: new Error('away') } as const;
  service.breakage.errors.set('reserve', [{ ...away, at: 'after' }, away]);
  service.breakage.errors.set('resolve', [away, away, away]);
  assert.deepEqual(await send(bench, [order(1n)], 'k'), ['payment_pending']);
  await world.clock.advance(10_000);
  assert.deepEqual(await send(bench, [order(1n)], 'k'), ['payment_failed']);
  assert.equal(world.heldSat(bench.ann), 0n);
  world.checkBooks();
});

test('a lost answer to the written order: an error, and nothing of it is ever sent', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  service.breakage.errors.set('insertBatch', [{ at: 'after', error: new Error('away') }]);
  const orders = [order(1n), order(2n)];
  await assert.rejects(begin(bench, orders, 'k'), /away/);
  const again = await send(bench, orders, 'k');
  assert.deepEqual(again, ['batch_item_cancelled', 'batch_item_cancelled']);
  assert.deepEqual(world.node.books.sent, []);
});

test('M28 an order that is written after its answer was missed: nothing of it is sent', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  // The database goes on with the call, and no one sees what it writes before it is done.
  const { insertBatch } = service.deps.batches;
  let written: Promise<unknown> | null = null;
  const batches = {
    ...service.deps.batches,
    insertBatch: async (...args: Parameters<typeof insertBatch>) => {
      written = world.clock.sleep(5000).then(() => insertBatch(...args));
      throw new Error('no answer');
    },
  };
  const orders = [order(1n), order(2n)];
  const idempotency = { key: 'k', requestHash: Buffer.from(String(orders.length)) };
  const input = { caller: bench.ann.caller, orders, idempotency };
  const sending = sendKeysends({ ...service.deps, batches }, input);
  await assert.rejects(world.clock.until(sending), /no answer/);
  await world.clock.advance(5000);
  await written;
  await world.clock.advance(15_000);
  const again = await send(bench, orders, 'k');
  assert.deepEqual(again, ['batch_item_cancelled', 'batch_item_cancelled']);
  assert.deepEqual(world.node.books.sent, []);
});
