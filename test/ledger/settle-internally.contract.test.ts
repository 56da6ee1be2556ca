import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import type { InternalPaymentEvent } from '../../src/ledger/money-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  claim,
  internalKeysend,
  later,
  NODE_PUBKEY,
  payInvoice,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

const SETTLED = { kind: 'settled' };

describe('a list of internal payments', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let database: Database;
  let world: MoneyWorld;

  before(async () => {
    ({ database } = await testDatabase({ after: (fn) => cleanups.push(fn) }));
    world = createPostgresWorld(database);
    await world.setBaseline(NODE_PUBKEY, 0n);
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const cleanup of cleanups) await cleanup();
  });

  const balances = async (...users: readonly string[]) =>
    await Promise.all(users.map(async (user) => (await world.wallet(user)).walletMsat / 1000n));
  const answer = async (events: readonly InternalPaymentEvent[]) =>
    (await world.store.settleInternal(events)).map((outcome) =>
      outcome.kind === 'refused' ? outcome.refusal.kind : outcome.kind,
    );

  test('of people who pay and receive several times over, and pay themselves', async () => {
    const [a, b, c] = [await addUser(world, 500), await addUser(world, 500), await addUser(world)];
    const events = [
      payInvoice(a, await addInvoice(world, c, { amountSat: 10 })),
      payInvoice(a, await addInvoice(world, b, { amountSat: 20 }), { claim: claim('one') }),
      payInvoice(b, await addInvoice(world, a, { amountSat: 3 }), { claim: claim('one') }),
      payInvoice(b, await addInvoice(world, b, { amountSat: 7 })),
      internalKeysend(a, c, { amountMsat: msat(1500n), hasBoostagram: true }),
      internalKeysend(b, c, { amountMsat: msat(999n), settledAt: later(9) }),
    ];
    assert.deepEqual(await world.store.settleInternal(events), Array(6).fill(SETTLED));
    assert.deepEqual(await balances(a, b, c), [471n, 516n, 11n]);
    assert.deepEqual(
      (await world.records(c)).map(({ body }) => body),
      [events[0], events[4], events[5]].map((event) => event?.payeeRecord),
    );
    const { boostagramsCount, invoicesCount, lastInvoiceAt } = await world.wallet(c);
    assert.deepEqual([boostagramsCount, invoicesCount, lastInvoiceAt], [1, 3, later(9)]);
    assert.deepEqual(await answer(events), Array(6).fill('present'));
  });

  test('with one that cannot be paid: the others are', async () => {
    const [a, b] = [await addUser(world, 30), await addUser(world)];
    const bill = async (amountSat: number) => await addInvoice(world, b, { amountSat });
    const late = await addInvoice(world, b, { amountSat: 1, expiresAt: later(-1) });
    const events = [
      payInvoice(a, await bill(20)),
      payInvoice(a, await bill(20)),
      payInvoice(a, late),
      payInvoice(a, await bill(10)),
    ];
    assert.deepEqual(await answer(events), [
      'settled',
      'insufficient_balance',
      'invoice_expired',
      'settled',
    ]);
    assert.deepEqual(await balances(a, b), [0n, 30n]);
  });

  test('keys of a list are found by a later one', async () => {
    const [a, b] = [await addUser(world, 100), await addUser(world)];
    const keyed = (key: string, request: string) =>
      internalKeysend(a, b, { amountMsat: msat(1000n), claim: claim(key, request) });
    const first = keyed('k1', 'r1');
    assert.deepEqual(await answer([first, keyed('k2', 'r2')]), ['settled', 'settled']);
    assert.deepEqual(await world.store.settleInternal([keyed('k1', 'r1'), keyed('k2', 'other')]), [
      { kind: 'repeated', target: { kind: 'payment', id: first.order.id } },
      { kind: 'refused', refusal: { kind: 'idempotency_mismatch' } },
    ]);
    assert.deepEqual(await balances(a, b), [98n, 2n]);
  });

  test('as a process of the release before sends it', async () => {
    const [a, b] = [await addUser(world, 100), await addUser(world)];
    const events = [
      payInvoice(a, await addInvoice(world, b, { amountSat: 5 })),
      internalKeysend(a, b, { claim: claim('old'), amountMsat: msat(2000n) }),
    ];
    const send = async () =>
      (
        await database.sql<{ outcome: string }[]>`
          select outcome from settle_internal_payments(${JSON.stringify(events.map(toOldRow))})`
      ).map(({ outcome }) => outcome);
    assert.deepEqual(await send(), ['settled', 'settled']);
    assert.deepEqual(await send(), ['present', 'present']);
    assert.deepEqual(await balances(a, b), [93n, 7n]);
    assert.deepEqual(
      (await world.records(a)).slice(-2).map(({ body }) => body),
      events.map(({ payerRecord }) => payerRecord),
    );
  });
});

/** An event in the JSON of that release. */
const toOldRow = ({ order, receipt, idempotency, ...event }: InternalPaymentEvent): object => ({
  payment_id: order.id,
  identifier: order.identifier,
  user_id: order.userId,
  grant_id: order.grantId,
  kind: order.kind,
  payment_hash: `\\x${order.paymentHash}`,
  preimage: `\\x${order.preimage}`,
  amount_msat: String(order.amountMsat),
  destination: order.destination,
  bolt11: order.bolt11,
  memo: order.memo,
  records: { 696969: '0102ff' },
  created_at: order.createdAt,
  ...(idempotency && {
    idempotency_key: idempotency.key,
    request_hash: `\\x${Buffer.from(idempotency.requestHash).toString('hex')}`,
  }),
  payee_user_id: event.payeeUserId,
  invoice_id: event.invoiceId,
  receipt_id: receipt.id,
  receipt_identifier: receipt.identifier,
  receipt_created_at: receipt.createdAt,
  receipt_records: { 696969: '0102ff' },
  settled_at: receipt.settledAt,
  payer_body: event.payerRecord,
  payee_body: event.payeeRecord,
  has_boostagram: event.hasBoostagram,
});
