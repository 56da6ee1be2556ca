import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import type { KeysendOrder } from '../../src/payments/keysend-order.ts';
import { sendKeysend } from '../../src/payments/send-keysend.ts';
import { type PayBench, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);

const keysend = (bench: PayBench, change: Partial<KeysendOrder> = {}, key: string | null = null) =>
  bench.world.clock.until(
    sendKeysend(bench.service.deps, {
      caller: bench.ann.caller,
      order: {
        destination: EXTERNAL,
        amountMsat: satToMsat(sat(100n)),
        memo: 'my note',
        recordsText: { '7629169': '{"action":"boost"}' },
        ...change,
      },
      idempotency:
        key === null ? null : { key, requestHash: Buffer.from(JSON.stringify(change.memo ?? '')) },
    }),
  );

test('M23 hash and preimage of a keysend are fixed before it is sent', async () => {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  let stored: readonly string[] = [];
  service.breakage.onCall.set('send', () => {
    stored = [...world.memory.money.payments.values()].map((payment) => payment.paymentHash);
  });
  const paid = settledOf(await keysend(bench));
  assert.deepEqual(stored, [paid.paymentHash]);
  const [sent] = world.node.books.sent;
  assert(sent?.kind === 'keysend');
  assert.equal(Buffer.from(sent.preimage).toString('hex'), paid.preimage);
  assert.equal(Buffer.from(sent.records.get(7629169n) ?? []).toString(), '{"action":"boost"}');
  assert.equal(world.walletSat(ann), 99_900n);
  const [record] = world.records(ann);
  assert.deepEqual(
    [record?.['memo'], record?.['expiry'], record?.['payment_request'], record?.['boostagram']],
    ['my note', 900, '', { action: 'boost' }],
  );
  world.checkBooks();
});

test('records given as bytes travel as they are, though they are no text', async () => {
  const bench = await startPayBench();
  const { world } = bench;
  const bytes = new Uint8Array([0xff, 0x00, 0xfe]);
  const records = new Map([[696_969n, bytes]]);
  settledOf(await keysend(bench, { recordsText: null, records }));
  const [sent] = world.node.books.sent;
  assert(sent?.kind === 'keysend');
  assert.deepEqual(new Uint8Array(sent.records.get(696_969n) ?? []), bytes);
  const [record] = world.records(bench.ann);
  assert.deepEqual(record?.['custom_records'], { '696969': Buffer.from(bytes).toString('base64') });
  world.checkBooks();
});

test('a keysend that is under way is pending, not an error, while the store is away', async () => {
  const bench = await startPayBench({ waitSec: 5 });
  const { world, service } = bench;
  world.node.books.plan = { kind: 'lose', isTaken: true };
  const error = new Error('away');
  service.breakage.errors.set(
    'findPayment',
    Array.from({ length: 100 }, () => ({ at: 'before' as const, error })),
  );
  assert.equal(refusalOf(await keysend(bench)).kind, 'payment_pending');
  assert.equal(world.node.books.sent.length, 1);
  await service.stop();
});

test('M32 a keysend under a key is sent once, however often it is ordered', async () => {
  const bench = await startPayBench();
  const first = settledOf(await keysend(bench, {}, 'k'));
  const again = settledOf(await keysend(bench, {}, 'k'));
  assert.equal(again.id, first.id);
  assert.equal(bench.world.node.books.sent.length, 1);
  const other = refusalOf(await keysend(bench, { memo: 'another' }, 'k'));
  assert.deepEqual(other, { kind: 'idempotency_mismatch' });
  assert.notEqual(settledOf(await keysend(bench)).id, first.id);
});

test('M32 a lost keysend keeps its reserve and is not sent again', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  bench.world.node.books.plan = { kind: 'lose', isTaken: false };
  assert.equal(refusalOf(await keysend(bench, {}, 'k')).kind, 'payment_pending');
  assert.equal(refusalOf(await keysend(bench, {}, 'k')).kind, 'payment_pending');
  assert.equal(bench.world.node.books.sent.length, 1);
  assert.equal(bench.world.heldSat(bench.ann), 110n);
});

test('what makes a keysend unusable', async () => {
  const bench = await startPayBench();
  const kinds = async (change: Partial<KeysendOrder>) => refusalOf(await keysend(bench, change));
  assert.deepEqual(await kinds({ destination: 'nonsense' }), { kind: 'bad_destination' });
  assert.deepEqual(await kinds({ destination: `02${'00'.repeat(32)}` }), {
    kind: 'bad_destination',
  });
  for (const record of ['abc', '1.5', '-1', '65535', '0696969', `1${'0'.repeat(20)}`]) {
    const refusal = await kinds({ recordsText: { [record]: 'x' } });
    assert.deepEqual(refusal, { kind: 'bad_custom_record', record });
  }
  assert.equal((await kinds({ recordsText: { '700000': 'x'.repeat(4097) } })).kind, 'bad_input');
  assert.equal((await kinds({ memo: 'x'.repeat(1001) })).kind, 'bad_input');
  for (const amountSat of [0n, -1n]) {
    assert.equal((await kinds({ amountMsat: satToMsat(sat(amountSat)) })).kind, 'bad_input');
  }
  assert.equal((await kinds({ amountMsat: satToMsat(sat(10n ** 10n)) })).kind, 'amount_too_large');
  assert.equal(
    (await kinds({ amountMsat: satToMsat(sat(100_000n)) })).kind,
    'insufficient_balance',
  );
  assert.deepEqual(bench.world.node.books.sent, []);
});

test('a keysend to our own node goes to the account that it names', async () => {
  const bench = await startPayBench();
  const { world, ann } = bench;
  const bob = await world.addUser('bob');
  const destination = world.node.identity.pubkey.toUpperCase();
  const boost = '{"action":"boost","message":"hi","sender_name":"Ann"}';
  const recordsText = { '696969': bob.user.identifier, '7629169': boost };
  const paid = settledOf(await keysend(bench, { destination, recordsText }));
  assert.deepEqual([paid.path, paid.feeSat], ['internal', 0n]);
  assert.deepEqual([world.walletSat(ann), world.walletSat(bob)], [99_900n, 100n]);
  const [incoming] = world.records(bob);
  assert.deepEqual(
    [
      incoming?.['payer_name'],
      incoming?.['comment'],
      incoming?.['memo'],
      incoming?.['payment_hash'],
    ],
    ['Ann', 'hi', '', paid.paymentHash],
  );
  assert.deepEqual(refusalOf(await keysend(bench, { destination })), {
    kind: 'account_record_missing',
  });
  const unknown = { destination, recordsText: { '696969': 'nobody' } };
  assert.deepEqual(refusalOf(await keysend(bench, unknown)), { kind: 'account_record_unknown' });
  assert.deepEqual(world.node.books.sent, []);
  world.checkBooks();
});
