import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { msat, sat, satToMsat } from '../../src/base/amount.ts';
import { accept } from '../../src/base/result.ts';
import { readAskedOrder, writeAskedOrder } from '../../src/payments/asked-order.ts';
import type { PayAnswer } from '../../src/payments/await-outcome.ts';
import { payPlanned } from '../../src/payments/pay-planned.ts';
import { deriveIds } from '../../src/payments/planned-ids.ts';
import {
  type PlannedInvoice,
  type PlannedKeysend,
  type PlannedPayment,
  readPlannedPayment,
  writePlannedPayment,
} from '../../src/payments/planned-payment.ts';
import { NO_WITHDRAWALS } from '../support/onchain/no-withdrawals.ts';
import {
  onlyPayment,
  type PayBench,
  refusalOf,
  settledOf,
  startPayBench,
} from '../support/pay-bench.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { startService, type WalletService } from '../support/wallet-service.ts';

/** A payment that is fixed before it begins: its form as JSON, and that it is one payment. */

const KEY = new Uint8Array(32).fill(7);
const planOf = (order: PlannedPayment['order'], id = 'one'): PlannedPayment => ({
  ids: deriveIds(KEY, { id, createdAt: new Date('2026-11-28T12:00:00Z') }),
  order,
  maxFeeSat: null,
});

const SENT_TO = { payee: 'ann@pay.example', comment: 'Hi “you”', successAction: null };
const INVOICE: PlannedInvoice = {
  kind: 'bolt11',
  bolt11: 'lnbcrt1something',
  amountMsat: null,
  sentTo: null,
};
const KEYSEND: PlannedKeysend = {
  kind: 'keysend',
  destination: pubkeyOf(EXTERNAL_KEY),
  amountMsat: satToMsat(sat(100n)),
  memo: 'my note',
  records: new Map([
    [7_629_169n, new Uint8Array([0xff, 0x00])],
    [2n ** 64n - 1n, new Uint8Array()],
  ]),
  sentTo: null,
};

describe('the JSON of several keysends that wait for an approval', () => {
  const item = {
    destination: 'no \u0000 key \ud800',
    amountMsat: msat(1n),
    memo: null,
    recordsText: { 'a\nb': '“text”', '7629169': '' },
    maxFeeSat: sat(10n),
  };
  const plain = { ...item, memo: 'a note', recordsText: null };
  const planned = {
    ...planOf(KEYSEND),
    order: { kind: 'keysends' as const, items: [item, plain] },
    maxFeeSat: sat(20n),
  };

  test('is read as it was written', () => {
    const read = readAskedOrder(writeAskedOrder(planned));
    assert.equal(writeAskedOrder(read), writeAskedOrder(planned));
    assert(read.order.kind === 'keysends');
    assert.deepEqual(
      read.order.items.map(({ amountMsat, maxFeeSat, memo }) => [amountMsat, maxFeeSat, memo]),
      [
        [1n, 10n, null],
        [1n, 10n, 'a note'],
      ],
    );
    assert.deepEqual({ ...read.order.items[0]?.recordsText }, item.recordsText);
  });

  test('of one payment is that of any planned payment', () => {
    const text = writeAskedOrder(planOf(KEYSEND));
    assert.deepEqual(readAskedOrder(text), readPlannedPayment(text));
    assert.throws(() => readPlannedPayment(writeAskedOrder(planned)));
    const many = Array.from({ length: 101 }, () => plain);
    assert.throws(() => writeAskedOrder({ ...planned, order: { kind: 'keysends', items: many } }));
    assert.throws(() => readAskedOrder(writeAskedOrder(planned).replace('"1"', '"1.5"')));
  });
});

describe('the JSON of a planned payment', () => {
  const whole: readonly PlannedPayment[] = [
    planOf(INVOICE),
    planOf({ ...INVOICE, amountMsat: msat(2n ** 62n + 1n), sentTo: SENT_TO }),
    { ...planOf(KEYSEND), maxFeeSat: sat(0n) },
    planOf({ ...KEYSEND, memo: null, records: new Map(), sentTo: { ...SENT_TO, link: 'lnurl1x' } }),
    ...[
      { tag: 'message', message: 'Thanks' } as const,
      { tag: 'url', description: '', url: 'https://pay.example/x' } as const,
      { tag: 'aes', description: 'd', ciphertext: 'AAAA', iv: 'A'.repeat(24) } as const,
    ].map((successAction) => planOf({ ...INVOICE, sentTo: { ...SENT_TO, successAction } })),
  ];

  test('bitcoin to an address is read as it was written, and nothing else', () => {
    const order = { kind: 'onchain', address: 'bcrt1qxy', amountSat: sat(50_000n) } as const;
    const plan = { ...planOf({ ...order, speed: 'slow' }), maxFeeSat: sat(300n) };
    const text = writePlannedPayment(plan);
    assert.deepEqual(readPlannedPayment(text), plan);
    assert.deepEqual(JSON.parse(text).order, { ...order, amountSat: '50000', speed: 'slow' });
    for (const [part, by] of [
      ['"slow"', '"now"'],
      ['"50000"', '50000'],
      ['"bcrt1qxy"', '"a b"'],
      ['"speed":"slow"', '"speed":"slow","sentTo":null'],
    ] as const) {
      assert.throws(() => readPlannedPayment(text.replace(part, by)), by);
    }
  });

  test('is read as it was written', () => {
    for (const plan of whole) assert.deepEqual(readPlannedPayment(writePlannedPayment(plan)), plan);
  });

  test('holds amounts as digits, and nothing but the plan', () => {
    const extended = { ...INVOICE, amountMsat: msat(1500n), isHashConfirmed: true };
    assert.deepEqual(JSON.parse(writePlannedPayment({ ...planOf(extended), maxFeeSat: sat(3n) })), {
      ids: planOf(INVOICE).ids,
      order: { kind: 'bolt11', bolt11: 'lnbcrt1something', amountMsat: '1500', sentTo: null },
      maxFeeSat: '3',
    });
  });

  test('is refused when it is anything else', () => {
    const text = writePlannedPayment(planOf(KEYSEND));
    const changed = (part: string, by: string): string => {
      assert(text.includes(part), part);
      return text.replace(part, by);
    };
    const wrong = [
      '',
      'null',
      '{}',
      text.slice(1),
      `[${text}]`,
      changed('"kind":"keysend"', '"kind":"onchain"'),
      changed('"kind":"keysend"', '"kind":"bolt11"'),
      changed('"amountMsat":"100000"', '"amountMsat":100000'),
      changed('"amountMsat":"100000"', '"amountMsat":"-1"'),
      changed('"amountMsat":"100000"', '"amountMsat":"1.5"'),
      changed('"amountMsat":"100000"', '"amountMsat":"00"'),
      changed('"amountMsat":"100000"', '"amountMsat":null'),
      changed('"memo":"my note",', ''),
      changed('"memo":"my note"', '"memo":"my note","note":""'),
      changed('"maxFeeSat":null', '"maxFeeSat":1'),
      changed('"maxFeeSat":null', '"maxFeeSat":null,"userId":"x"'),
      changed('"7629169":"ff00"', '"7629169":"ff0"'),
      changed('"7629169":"ff00"', '"0x1":"ff00"'),
      changed('"sentTo":null', '"sentTo":{"payee":"x","comment":null}'),
      changed(KEYSEND.destination, KEYSEND.destination.slice(2)),
      changed(planOf(KEYSEND).ids.preimage, 'ab'),
      changed(planOf(KEYSEND).ids.paymentId, 'one'),
    ];
    for (const one of wrong) assert.throws(() => readPlannedPayment(one), one);
  });

  test('is not written for a keysend that was not checked', () => {
    const unchecked = { ...KEYSEND, destination: KEYSEND.destination.toUpperCase() };
    assert.throws(() => writePlannedPayment(planOf(unchecked)), /checked before/);
  });
});

const begin = async (
  { ann }: PayBench,
  { deps }: WalletService,
  plan: PlannedPayment,
  key: string | null = null,
): Promise<PayAnswer> => {
  const idempotency = key === null ? null : { key, requestHash: new Uint8Array(32) };
  const context = { caller: ann.caller, idempotency };
  const answer = await payPlanned({ ...deps, ...NO_WITHDRAWALS }, context, plan);
  if (!answer.ok) return answer;
  assert('preimage' in answer.value, 'it is a payment over Lightning');
  return accept(answer.value);
};

/** An invoice of another node, and a keysend to it. */
const orders = ({ world }: PayBench): readonly PlannedPayment[] => [
  planOf({ ...INVOICE, bolt11: world.node.bill({ amountMsat: 100_000n }).bolt11 }, 'invoice'),
  planOf({ ...KEYSEND, records: new Map() }, 'keysend'),
];

describe('a planned payment', () => {
  test('started by many at once, here and in another process, is one payment', async () => {
    for (const place of [0, 1]) {
      for (const key of [null, 'key']) {
        const bench = await startPayBench();
        const { world, service } = bench;
        const [plan] = orders(bench).slice(place);
        assert(plan !== undefined);
        const second = await startService(world, 'second');
        const answers = [service, second, service, second, service].map((one) =>
          begin(bench, one, plan, key),
        );
        const paid = (await world.clock.until(Promise.all(answers))).map(settledOf);
        assert.deepEqual(new Set(paid.map(({ id }) => id)), new Set([plan.ids.paymentId]));
        assert.equal(onlyPayment(bench).identifier, plan.ids.identifier);
        assert.equal(world.node.books.sent.length, 1);
        assert.equal(world.walletSat(bench.ann), 99_900n);
        world.checkBooks();
      }
    }
  });

  test('started by two in one statement, it is handed over once', async () => {
    const bench = await startPayBench({ waitSec: 5 });
    const { world, service } = bench;
    const [plan] = orders(bench);
    assert(plan !== undefined);
    world.node.books.plan = { kind: 'hold' };
    let begun = 0;
    service.breakage.onCall.set('beginDispatch', () => {
      begun += 1;
    });
    await world.clock.until(Promise.all([1, 2].map(() => begin(bench, service, plan))));
    assert.deepEqual([begun, world.node.books.sent.length], [1, 1]);
  });

  test('is sent, though another start of it gets an error, here or in another process', async () => {
    for (const isHere of [true, false]) {
      const bench = await startPayBench({ waitSec: 5 });
      const { world, service } = bench;
      const [plan] = orders(bench);
      assert(plan !== undefined);
      const other = isHere ? service : await startService(world, 'second');
      let [read, reserved] = [0, 0];
      for (const { breakage } of new Set([service, other])) {
        breakage.onCall.set('reserve', async () => {
          reserved += 1;
          if (reserved === 2) throw new Error('no answer');
          await world.clock.sleep(100);
        });
        breakage.onEffect.set('readForPayment', () => {
          read += 1;
          return read === 2 ? world.clock.sleep(isHere ? 50 : 200) : undefined;
        });
        breakage.onCall.set('beginDispatch', () => world.clock.sleep(1000));
      }
      const first = begin(bench, service, plan);
      const second = begin(bench, other, plan).catch((error: unknown) => error);
      await world.clock.until(Promise.all([first, second]));
      assert.equal(settledOf(await first).id, plan.ids.paymentId);
      assert((await second) instanceof Error);
      world.checkBooks();
    }
  });

  test('one whose process dies is told as it is by the next one', async () => {
    const bench = await startPayBench({ waitSec: 1 });
    const { world, service } = bench;
    const plans = orders(bench);
    world.node.books.plan = { kind: 'hold' };
    for (const plan of plans) refusalOf(await world.clock.until(begin(bench, service, plan)));
    service.kill();
    const next = await startService(world, 'next', { waitSec: 1 });
    for (const plan of plans) {
      const again = refusalOf(await world.clock.until(begin(bench, next, plan)));
      assert.deepEqual(again, { kind: 'payment_pending', paymentId: plan.ids.paymentId });
    }
    assert.equal(world.node.books.sent.length, 2);
    assert.equal(world.memory.money.payments.size, 2);
  });

  test('one that has ended is told by its end, though it could not start any more', async () => {
    const bench = await startPayBench();
    const { world, service } = bench;
    const poor = await startService(world, 'poor', { amountMaxSat: sat(1n) });
    world.node.books.plan = { kind: 'fail', reason: 'no_route' };
    for (const plan of orders(bench)) {
      const first = refusalOf(await world.clock.until(begin(bench, service, plan)));
      assert.equal(first.kind, 'payment_failed');
      assert.deepEqual(refusalOf(await world.clock.until(begin(bench, poor, plan))), first);
    }
    assert.equal(world.node.books.sent.length, 2);
    world.checkBooks();
  });

  test('costs no more than was planned', async () => {
    const bench = await startPayBench();
    const { world, service } = bench;
    for (const plan of orders(bench)) {
      await world.clock.until(begin(bench, service, { ...plan, maxFeeSat: sat(4n) }));
    }
    const limits = world.node.books.sent.map(({ maxFeeMsat }) => maxFeeMsat);
    assert.deepEqual(limits, [4000n, 4000n]);
    world.checkBooks();
  });
});
