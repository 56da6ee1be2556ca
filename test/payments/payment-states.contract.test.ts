import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { msat } from '../../src/base/amount.ts';
import type { ResolveEvent } from '../../src/ledger/money-store.ts';
import type { PaymentOrder } from '../../src/ledger/payment.ts';
import {
  canBecome,
  PAYMENT_STEPS,
  type PaymentAccount,
  type PaymentState,
  type PaymentStep,
} from '../../src/ledger/payment-state.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  failedEnd,
  NODE_PUBKEY,
  NOW,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import {
  type Account,
  accountKey,
  heldOf,
  LOSSES,
  NODE,
  ROUNDING,
  walletOf,
} from '../support/money-model/ledger/account.ts';
import { createMemoryWorld } from '../support/money-model/memory-world.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** The table of steps, held against what the database and the money model do. */

const STATES: readonly PaymentState[] = [
  'reserved',
  'dispatching',
  'in_flight',
  'unknown',
  'settled',
  'failed',
];

const step = (name: string): PaymentStep => {
  const found = PAYMENT_STEPS.find((candidate) => candidate.name === name);
  assert(found !== undefined, `there is a step ${name}`);
  return found;
};

/** Brings a new payment into one of the states that a store knows. */
type Arrange = (world: MoneyWorld, order: PaymentOrder, state: PaymentState) => Promise<void>;

const cleanups: (() => Promise<void>)[] = [];
let opened: TestDatabase;
before(async () => {
  opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
});
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

test('the database lets a payment go the ways of the table and no other', async () => {
  const owner = postgres(opened.ownerUrl, { max: 1 });
  try {
    await owner`create temporary table walker (id uuid, state payment_state)`;
    await owner`create trigger guard before update on walker
      for each row execute function guard_payment_state()`;
    for (const from of STATES) {
      for (const to of STATES) {
        const id = randomUUID();
        await owner`insert into walker values (${id}, ${from})`;
        const going = owner`update walker set state = ${to} where id = ${id}`;
        const mayGo = from === to || canBecome(from, to);
        if (mayGo) await going;
        else await assert.rejects(going, /cannot go from/, `${from} to ${to}`);
      }
    }
  } finally {
    await owner.end();
  }
});

const arrangeInMemory: Arrange = async (world, order, state) => {
  if (state === 'reserved') return;
  if (state === 'failed') {
    await world.store.resolve([failedEnd(order.id, 'reserved')]);
    return;
  }
  assert(await world.beginDispatch(order.id, OWNER));
  if (state === 'settled') await world.store.resolve([settledEnd(order)]);
};

const arrangeInDatabase: Arrange = async (world, order, state) => {
  await arrangeInMemory(world, order, state);
  const payments = createPaymentStore(opened.database);
  if (state === 'in_flight')
    await payments.markAcknowledged({ paymentId: order.id, paymentIndex: 1n });
  if (state === 'unknown') await payments.markUnknown(order.id, NOW);
  assert.equal((await payments.findPayment(order.id))?.state, state);
};

stepsSuite('in memory', () => createMemoryWorld(), arrangeInMemory, [
  'reserved',
  'dispatching',
  'settled',
  'failed',
]);
stepsSuite('in PostgreSQL', () => createPostgresWorld(opened.database), arrangeInDatabase, STATES);

function stepsSuite(
  where: string,
  open: () => MoneyWorld,
  arrange: Arrange,
  states: readonly PaymentState[],
): void {
  describe(`a payment ${where}`, () => {
    let world: MoneyWorld;
    let user: string;
    before(async () => {
      world = open();
      await world.setBaseline(NODE_PUBKEY, 0n);
      user = await addUser(world, 1_000_000);
    });
    after(async () => assert.deepEqual(await world.findings(), []));

    const reserve = async (): Promise<PaymentOrder> => {
      const event = reserveEvent(user);
      assert.deepEqual(await world.store.reserve([event]), [{ kind: 'reserved' }]);
      return event.order;
    };

    const ends: readonly (readonly [
      name: string,
      end: (order: PaymentOrder) => ResolveEvent,
      fee?: bigint,
    ])[] = [
      ['settle', (order) => settledEnd(order)],
      ['fail unsent', (order) => failedEnd(order.id, 'reserved')],
      ['fail', (order) => failedEnd(order.id, 'dispatched')],
    ];
    for (const [name, end] of ends) {
      test(`may "${name}" from the states of the table and from no other`, async () => {
        const { from, to } = step(name);
        for (const state of states) {
          const order = await reserve();
          await arrange(world, order, state);
          const [outcome] = await world.store.resolve([end(order)]);
          const expected = from.includes(state)
            ? { kind: 'resolved' }
            : state === to
              ? { kind: 'present' }
              : { kind: 'conflict', state };
          assert.deepEqual(outcome, expected, `${name} from ${state}`);
          const after_ = (await world.findPayment(order.id))?.state;
          assert.equal(after_, from.includes(state) ? to : state);
        }
      });
    }

    test('moves in the books what the table says', async () => {
      const payee = await addUser(world);
      const seen = new Map<string, Set<string>>();
      const check = async (name: string, id: string, kind: string): Promise<void> => {
        const { moves, mayMove = {} } = step(name);
        const transfers = (await world.transfers([id])).filter((one) => one.kind === kind);
        assert.equal(transfers.length, 1, `${name} is one transfer`);
        const signs = signsOf(transfers[0]?.postings ?? [], user, payee);
        for (const [account, sign] of Object.entries(moves))
          assert.equal(signs.get(account as PaymentAccount), sign, `${name}: ${account}`);
        for (const [account, sign] of signs)
          assert.equal({ ...moves, ...mayMove }[account], sign, `${name}: ${account}`);
        seen.set(name, new Set([...(seen.get(name) ?? []), ...signs.keys()]));
      };
      for (const feeMsat of [0n, 1100n, 12_500n]) {
        const order = await reserve();
        await check('reserve', order.id, 'reserve');
        await world.beginDispatch(order.id, OWNER);
        await world.store.resolve([settledEnd(order, { feeMsat: msat(feeMsat) })]);
        await check('settle', order.id, 'post');
      }
      const unsent = await reserve();
      await world.store.resolve([failedEnd(unsent.id, 'reserved')]);
      await check('fail unsent', unsent.id, 'void');
      const sent = await reserve();
      await world.beginDispatch(sent.id, OWNER);
      await world.store.resolve([failedEnd(sent.id)]);
      await check('fail', sent.id, 'void');
      const paid = payInvoice(user, await addInvoice(world, payee));
      assert.deepEqual(await world.store.settleInternal([paid]), [{ kind: 'settled' }]);
      await check('pay internally', paid.order.id, 'internal');
      const maySettle = Object.keys({ ...step('settle').moves, ...step('settle').mayMove });
      assert.deepEqual([...(seen.get('settle') ?? [])].sort(), maySettle.sort());
    });
  });
}

interface SeenPosting {
  readonly account: Account;
  readonly amountMsat: bigint;
}

function signsOf(
  postings: readonly SeenPosting[],
  payer: string,
  payee: string,
): ReadonlyMap<PaymentAccount, 1 | -1> {
  const names = new Map<string, PaymentAccount>([
    [accountKey(walletOf(payer)), 'wallet'],
    [accountKey(heldOf(payer)), 'held'],
    [accountKey(walletOf(payee)), 'payee'],
    [accountKey(NODE), 'node'],
    [accountKey(ROUNDING), 'rounding'],
    [accountKey(LOSSES), 'losses'],
  ]);
  const sums = new Map<PaymentAccount, bigint>();
  for (const { account, amountMsat } of postings) {
    const name = names.get(accountKey(account));
    assert(name !== undefined, `${accountKey(account)} has no place in the table`);
    sums.set(name, (sums.get(name) ?? 0n) + amountMsat);
  }
  return new Map(
    [...sums].flatMap(([name, sum]) => (sum === 0n ? [] : [[name, sum > 0n ? 1 : -1] as const])),
  );
}
