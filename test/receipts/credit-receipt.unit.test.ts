import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { BugError } from '../../src/base/assert.ts';
import { MoneyEventRejected } from '../../src/ledger/money-store.ts';
import type { IncomingPayment } from '../../src/lightning/node-port.ts';
import { creditReceipt } from '../../src/receipts/credit-receipt.ts';
import { account, type ReceiveBench, startReceiveBench } from '../support/receive-bench.ts';

/** A bench whose node was met, so that credits may begin. */
async function startMet(): Promise<ReceiveBench> {
  const bench = await startReceiveBench();
  const { pubkey } = bench.world.node.identity;
  await bench.service.deps.nodes.setBaseline(pubkey, 0n, 0n);
  return bench;
}

const settle = ({ service }: ReceiveBench, payment: IncomingPayment) =>
  creditReceipt(service.deps, payment, 0n);

test('M60 a keysend goes to the account that it names, and to no one else', async () => {
  const bench = await startMet();
  const { world, bob } = bench;
  const boost = { action: 'boost', app_name: 'player', message: 'great', sender_name: 'Eve' };
  const records = new Map([...account(bob), [7629169n, Buffer.from(JSON.stringify(boost))]]);
  assert.equal(await settle(bench, world.node.receiveKeysend(records)), 'credited');
  const [record] = world.records(bob);
  assert.deepEqual(record?.['boostagram'], boost);
  assert.deepEqual(
    [record?.['payer_name'], record?.['comment'], record?.['memo'], record?.['payment_request']],
    ['Eve', 'great', '', ''],
  );
  const shown = record?.['custom_records'];
  assert.deepEqual(shown, {
    '696969': Buffer.from(bob.user.identifier).toString('base64'),
    '7629169': Buffer.from(JSON.stringify(boost)).toString('base64'),
  });

  for (const identifier of [
    'nobody',
    `${bob.user.identifier}x`,
    bob.user.identifier.toLowerCase(),
    '',
  ]) {
    const stray = new Map([[696969n, Buffer.from(identifier)]]);
    assert.equal(await settle(bench, world.node.receiveKeysend(stray)), 'credited');
  }
  await settle(bench, world.node.receiveKeysend(new Map()));
  await settle(bench, world.node.receiveKeysend(new Map([[696969n, Uint8Array.of(0xff, 0xfe)]])));
  const reasons = world.memory.unclaimed.map(
    ({ target }) => target.kind === 'unclaimed' && target.reason,
  );
  assert.deepEqual(reasons, [
    ...Array.from({ length: 4 }, () => 'unknown_account'),
    'no_account_record',
    'unknown_account',
  ]);
  assert.equal(world.walletSat(bob), 1000n);
  world.checkBooks();
});

test('AMP sets are unclaimed, each of them once', async () => {
  const bench = await startMet();
  const { world } = bench;
  const amp = { isKeysend: false, preimage: null, paymentHash: 'ab'.repeat(32) };
  for (const setId of ['01'.repeat(32), '02'.repeat(32)]) {
    const payment = world.node.receiveKeysend(new Map(), { ...amp, setId });
    assert.equal(await settle(bench, payment), 'credited');
    assert.equal(await settle(bench, payment), 'present');
  }
  assert.equal(world.memory.unclaimed.length, 2);
  world.checkBooks();
});

test('M58 invoices that we did not create move the cursor and no money', async () => {
  const bench = await startMet();
  const { world } = bench;
  const stranger = world.node.receiveKeysend(new Map(), { isKeysend: false, settleIndex: 7n });
  assert.equal(await settle(bench, stranger), 'not_ours');
  assert.equal(world.memory.money.cursors.get(world.node.identity.pubkey)?.settleIndex, 7n);
  assert.equal(world.memory.money.transfers.length, 0);
});

test('M54 whatever a payer sends, what arrived is credited', async () => {
  const bench = await startMet();
  const { world, bob } = bench;
  const nasty: readonly (readonly [bigint, Uint8Array])[] = [
    [7629169n, Buffer.from('{"message":"a\\u0000b","sender_name":"\\ud800"}')],
    [7629169n, Buffer.from('[1,2')],
    [7629169n, Uint8Array.of(0xff, 0x00)],
    [7629169n, Buffer.from(`{"message":"${'x'.repeat(60_000)}"}`)],
    [34349334n, Buffer.from('hello\u0000world')],
    [2n ** 64n - 1n, new Uint8Array(0)],
  ];
  for (const record of nasty) {
    const records = new Map([...account(bob), record]);
    assert.equal(await settle(bench, world.node.receiveKeysend(records)), 'credited');
  }
  assert.equal(world.walletSat(bob), 6000n);
  const texts = world.memory.money.records.get(bob.user.id)?.map(({ body }) => body) ?? [];
  for (const text of texts) {
    assert.equal(text.includes('\\u0000'), false);
    assert.equal(text, JSON.stringify(JSON.parse(text)), 'a verifier may parse and write it again');
  }
  assert.deepEqual(world.alarmKinds(), []);
});

test('a keysend below one sat is a receipt of nothing, and balanced', async () => {
  const bench = await startMet();
  const { world, bob } = bench;
  const payment = world.node.receiveKeysend(account(bob), { amountMsat: msat(999n) });
  assert.equal(await settle(bench, payment), 'credited');
  assert.equal(world.walletSat(bob), 0n);
  assert.equal(world.records(bob)[0]?.['amount'], 0);
  world.checkBooks();
});

test('M54 what no repeat can cure is parked with all that the node said', async () => {
  for (const error of [new MoneyEventRejected('value too long'), new BugError('we are wrong')]) {
    const bench = await startMet();
    const { world, service, bob, invoice } = bench;
    const payment = world.node.receive((await invoice()).paymentHash, {
      records: new Map([[700_000n, Uint8Array.of(0, 1, 255)]]),
    });
    // The list is tried first, then the event alone.
    service.breakage.errors.set('credit', [{ at: 'before', error }]);
    assert.equal(await settle(bench, payment), 'parked');
    assert.equal(world.walletSat(bob), 0n);
    const [parked] = world.memory.unclaimed;
    assert(parked?.target.kind === 'unclaimed' && parked.target.rawEvent !== null);
    const raw = JSON.parse(parked.target.rawEvent);
    assert.equal(raw.paymentHash, payment.paymentHash);
    assert.deepEqual(raw.records, { '700000': '0001ff' });
    assert.equal(parked.receipt.preimage, null);
    assert.deepEqual(world.alarmKinds(), ['credit_parked']);
    assert.equal(await settle(bench, payment), 'present', 'it is not credited a second time');
    world.checkBooks();
  }
});

test('a payment that cannot even be shown is parked', async () => {
  const bench = await startMet();
  const { world, invoice } = bench;
  const { paymentHash } = await invoice();
  const settledAt = new Date(Number.NaN);
  assert.equal(await settle(bench, world.node.receive(paymentHash, { settledAt })), 'parked');
  world.checkBooks();
});

test('what passes is never parked: locks, time-outs and lost connections are thrown', async () => {
  const bench = await startMet();
  const { world, service, bob, invoice } = bench;
  const payment = world.node.receive((await invoice()).paymentHash);
  for (const error of [new Error('lock not available'), new TypeError('socket is null')]) {
    service.breakage.errors.set('credit', [{ at: 'before', error }]);
    await assert.rejects(settle(bench, payment), error);
  }
  assert.equal(await settle(bench, payment), 'credited');
  assert.equal(world.walletSat(bob), 1000n);
  assert.deepEqual(world.alarmKinds(), []);
});

test('an older leader writes nothing', async () => {
  const bench = await startMet();
  const { world, service, bob, invoice } = bench;
  const payment = world.node.receive((await invoice()).paymentHash);
  await service.deps.processes.acquireLease('watch-incoming', 'one', 1000);
  assert.equal(await settle(bench, payment), 'fenced');
  assert.equal(world.walletSat(bob), 0n);
});
