import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { findInvoice } from '../../src/history/find-invoice.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER, type InvoiceOrder } from '../../src/invoices/invoice-order.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { startService } from '../support/wallet-service.ts';
import { createWalletWorld } from '../support/wallet-world.ts';

const ORDER: InvoiceOrder = {
  ...EMPTY_ORDER,
  amountMsat: satToMsat(sat(21n)),
  description: 'tea',
};

async function startBench() {
  const world = createWalletWorld();
  const service = await startService(world, 'api');
  const bob = await world.addUser('bob');
  const create = (change: Partial<InvoiceOrder> = {}, key: string | null = null) =>
    createInvoice(service.deps, {
      caller: bob.caller,
      order: { ...ORDER, ...change },
      idempotency: key === null ? null : { key, requestHash: Buffer.from(change.comment ?? '') },
    });
  return { world, service, bob, create };
}

test('an invoice says what was ordered', async () => {
  const { create } = await startBench();
  const made = await create({ description: 'wins', memo: 'loses', expirySec: 600 });
  assert(made.ok && made.value.bolt11 !== null);
  const decoded = decodeBolt11(made.value.bolt11);
  assert(decoded.ok);
  assert.deepEqual(
    [decoded.value.amountMsat, decoded.value.description, decoded.value.expirySec],
    [21_000n, 'wins', 600],
  );
  assert.equal(decoded.value.paymentHash, made.value.paymentHash);
  assert.equal(made.value.expiresAt.getTime() - made.value.createdAt.getTime(), 600_000);
});

test('a description hash stands in the invoice, its text beside it', async () => {
  const { create } = await startBench();
  const made = await create({ descriptionHash: 'AB'.repeat(32), description: 'long text' });
  assert(made.ok && made.value.bolt11 !== null);
  const decoded = decodeBolt11(made.value.bolt11);
  assert(decoded.ok);
  assert.equal(decoded.value.descriptionHash, 'ab'.repeat(32));
  assert.equal(made.value.memo, 'long text');
});

test('M59 no two invoices share a hash, and no one chooses one', async () => {
  const { create } = await startBench();
  const made = await Promise.all(Array.from({ length: 20 }, () => create()));
  assert.equal(new Set(made.map((one) => one.ok && one.value.paymentHash)).size, 20);
});

test('every bound of an invoice, on both sides', async () => {
  const { create } = await startBench();
  const kind = async (change: Partial<InvoiceOrder>) => {
    const made = await create(change);
    return made.ok ? 'made' : made.refusal.kind;
  };
  const cases: readonly (readonly [Partial<InvoiceOrder>, string])[] = [
    [{ amountMsat: satToMsat(sat(1n)) }, 'made'],
    [{ amountMsat: satToMsat(sat(0n)) }, 'bad_input'],
    [{ amountMsat: satToMsat(sat(-1n)) }, 'bad_input'],
    [{ amountMsat: satToMsat(sat(1_000_000_000n)) }, 'made'],
    [{ amountMsat: satToMsat(sat(1_000_000_001n)) }, 'amount_too_large'],
    [{ currency: 'BTC' }, 'made'],
    [{ currency: 'USD' }, 'currency_not_supported'],
    [{ description: 'é'.repeat(319) }, 'made'],
    [{ description: 'é'.repeat(320) }, 'bad_input'],
    [{ description: null, memo: 'x'.repeat(640) }, 'bad_input'],
    [{ descriptionHash: 'ab'.repeat(31) }, 'bad_input'],
    [{ descriptionHash: `${'ab'.repeat(31)}zz` }, 'bad_input'],
    [{ comment: 'x'.repeat(1000) }, 'made'],
    [{ comment: 'x'.repeat(1001) }, 'bad_input'],
    [{ payerName: 'x'.repeat(1001) }, 'bad_input'],
    [{ payerEmail: 'x'.repeat(1001) }, 'bad_input'],
    [{ payerPubkey: 'x'.repeat(1001) }, 'bad_input'],
    [{ metadataJson: `{"a":"${'x'.repeat(16_376)}"}` }, 'made'],
    [{ metadataJson: `{"a":"${'x'.repeat(16_377)}"}` }, 'bad_input'],
    [{ expirySec: 10 }, 'made'],
    [{ expirySec: 9 }, 'bad_input'],
    [{ expirySec: 0 }, 'bad_input'],
    [{ expirySec: 31_536_000 }, 'made'],
    [{ expirySec: 31_536_001 }, 'bad_input'],
    [{ expirySec: 1.5 }, 'bad_input'],
  ];
  for (const [change, expected] of cases) {
    assert.equal(await kind(change), expected, JSON.stringify(Object.keys(change)));
  }
});

test('text that no database can hold is cleaned', async () => {
  const { create } = await startBench();
  const made = await create({ description: 'a\u0000b', comment: 'c\ud800d' });
  assert(made.ok);
  assert.deepEqual([made.value.memo, made.value.comment], ['ab', 'c\ufffdd']);
});

test('with a key the row is written before the node hears of it, without one after it', async () => {
  for (const [key, expected] of [
    ['k', 1],
    [null, 0],
  ] as const) {
    const { world, service, create } = await startBench();
    const rows: number[] = [];
    service.breakage.onCall.set('createInvoice', () => {
      rows.push(world.memory.money.invoices.size);
    });
    assert((await create({}, key)).ok);
    assert.deepEqual(rows, [expected]);
    assert.equal(world.memory.money.invoices.size, 1);
  }
});

test('a crash without a key leaves either nothing here, or an invoice that can be paid', async () => {
  const crashes = [
    { call: 'admitInvoice', at: 'before', rows: 0 },
    { call: 'createInvoice', at: 'before', rows: 0 },
    { call: 'createInvoice', at: 'after', rows: 0 },
    { call: 'insertPayable', at: 'before', rows: 0 },
    { call: 'insertPayable', at: 'after', rows: 1 },
  ] as const;
  for (const { call, at, rows } of crashes) {
    const { world, service, bob, create } = await startBench();
    service.breakage.errors.set(call, [{ at, error: new NodeFault('it dies') }]);
    await assert.rejects(create(), /it dies/);
    const stored = [...world.memory.money.invoices.values()].map(({ invoice }) => invoice);
    assert.equal(stored.length, rows, `${call} ${at}`);
    for (const { paymentHash, bolt11 } of stored) {
      assert.notEqual(bolt11, null);
      assert.equal((await findInvoice(service.deps, { caller: bob.caller, paymentHash })).ok, true);
      assert.equal(await world.node.lookupInvoice(paymentHash), 'open');
    }
    assert((await create()).ok, 'a repeat makes another one');
    assert.equal(world.memory.money.invoices.size, rows + 1);
  }
});

test('an invoice that the balance has no room for is cancelled at the node', async () => {
  for (const isNodeAway of [false, true]) {
    const { world, service, bob, create } = await startBench();
    world.memory.maxBalancesSat.set(bob.user.id, 20n);
    if (isNodeAway) {
      service.breakage.errors.set('cancelInvoice', [
        { at: 'before', error: new NodeFault('away') },
      ]);
    }
    assert.deepEqual(await create(), { ok: false, refusal: { kind: 'balance_limit_exceeded' } });
    assert.equal(world.memory.money.invoices.size, 0);
    assert.equal(world.node.cancelled.size, isNodeAway ? 0 : 1);
  }
});

test('a crash after the row: the repeat under the same key finishes that invoice', async () => {
  for (const broken of ['createInvoice', 'setBolt11'] as const) {
    const { world, service, bob, create } = await startBench();
    service.breakage.errors.set(broken, [{ at: 'before', error: new NodeFault('away') }]);
    await assert.rejects(create({}, 'k'), /away/);
    const [stored] = world.memory.money.invoices.values();
    assert.equal(stored?.invoice.bolt11, null);
    const { paymentHash = '' } = stored?.invoice ?? {};
    const looked = await findInvoice(service.deps, { caller: bob.caller, paymentHash });
    assert.equal(looked.ok, false, 'nobody was given it yet');

    const made = await create({}, 'k');
    assert(made.ok);
    assert.equal(made.value.paymentHash, paymentHash);
    assert.notEqual(made.value.bolt11, null);
    assert.deepEqual(await create({}, 'k'), made);
    assert.deepEqual(await create({ comment: 'other' }, 'k'), {
      ok: false,
      refusal: { kind: 'idempotency_mismatch' },
    });
    assert.equal(world.memory.money.invoices.size, 1);
  }
});

test('M78 an invoice is found by its owner only', async () => {
  const { world, service, bob, create } = await startBench();
  const ann = await world.addUser('ann');
  const made = await create();
  assert(made.ok);
  const { paymentHash } = made.value;
  const own = await findInvoice(service.deps, {
    caller: bob.caller,
    paymentHash: paymentHash.toUpperCase(),
  });
  assert(own.ok);
  assert.equal(JSON.parse(own.value).state, 'CREATED');
  for (const hash of [paymentHash, 'nonsense', '']) {
    const other = await findInvoice(service.deps, { caller: ann.caller, paymentHash: hash });
    assert.deepEqual(other, { ok: false, refusal: { kind: 'invoice_not_found' } });
  }
});
