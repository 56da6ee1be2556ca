import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { msat } from '../../src/base/amount.ts';
import { newIdentifier } from '../../src/base/id.ts';
import { createMoney } from '../../src/ledger/money.ts';
import { MoneyEventRejected } from '../../src/ledger/money-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditKeysend,
  internalKeysend,
  later,
  NODE_PUBKEY,
  NOW,
  payInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** Cases of docs/money-cases.md that only a real database can prove. */
describe('money cases, in the database', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let world: MoneyWorld;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  afterEach(async () => assert.deepEqual(await world.findings(), []));

  test('M04 twenty payments at once under a cap of three: three', async () => {
    const payer = await addUser(world, 10_000);
    const orders = times(20, () => reserveEvent(payer, { openPaymentsMax: 3 }));
    const answers = await Promise.all(orders.map((event) => world.store.reserve([event])));
    const kinds = answers.flat().map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'reserved').length, 3);
    assert.equal((await world.wallet(payer)).heldMsat, 330_000n);
  });

  test('M07 a payment whose sides differ is none', async () => {
    const [payer, payee] = [await addUser(world, 1000), await addUser(world)];
    const invoice = await addInvoice(world, payee, { amountSat: 100 });
    const event = payInvoice(payer, invoice);
    const order = { ...event.order, amountMsat: msat(1n) };
    const receipt = { ...event.receipt, amountMsat: msat(1n) };
    const settle = (changed: Partial<typeof event>) =>
      world.store.settleInternal([{ ...event, ...changed }]);
    await assert.rejects(settle({ order }), /the payee gets what the payer pays/);
    await assert.rejects(settle({ receipt }), /the payee gets what the payer pays/);
    await assert.rejects(settle({ order, receipt }), MoneyEventRejected, 'not what it asks for');
    assert.equal((await world.wallet(payer)).walletMsat, 1_000_000n);
    assert.equal((await world.wallet(payee)).walletMsat, 0n);
  });

  test('M13 a user with money cannot be deleted, and a new name lifts no freeze', async () => {
    const users = createUserStore(opened.database);
    const tokens = createTokenStore(opened.database);
    const id = randomUUID();
    const nobody = { avatar: null, nostrPubkey: null, isAdmin: false, disabledAt: null };
    await users.insertUser({
      id,
      identifier: newIdentifier(systemRandom, 20),
      email: `${id}@example.com`,
      ...nobody,
      name: 'Eve',
      createdAt: NOW,
      passwordHash: 'hash',
    });
    const token = {
      id: 'pt_freeze',
      userId: id,
      name: 'test',
      scopes: [],
      expiresAt: null,
      tokenHash: systemRandom.bytes(32),
      createdAt: NOW,
    };
    await tokens.addPersonalToken(token);
    await world.store.credit([creditKeysend(id)]);
    assert.notEqual(await tokens.findCaller(token.tokenHash), null);
    await users.updateUser(id, { disabledAt: later(1) });
    await users.updateUser(id, { name: 'Adam' });
    assert.equal(await tokens.findCaller(token.tokenHash), null);

    const owner = postgres(opened.ownerUrl, { max: 1, onnotice: () => undefined });
    const statement = `delete from wallet_user where id = '${id}'`;
    await assert.rejects(opened.database.sql.unsafe(statement));
    await assert.rejects(owner.unsafe(statement));
    await owner.end();
    assert.notEqual(await users.findUser(id), null);
  });

  test('M54 what arrives for a user who was disabled meanwhile is theirs', async () => {
    const users = createUserStore(opened.database);
    const id = await addUser(world);
    const invoice = await addInvoice(world, id, { amountSat: 30 });
    await users.updateUser(id, { disabledAt: later(1) });
    const { identifier = '' } = (await users.findUser(id)) ?? {};
    assert.equal((await users.findUserByIdentifier(identifier))?.id, id, 'keysends find them');
    const credits = [creditInvoice(invoice, true), creditKeysend(id, { amountSat: 12 })];
    const kinds = (await world.store.credit(credits)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['credited', 'credited']);
    assert.equal((await world.wallet(id)).walletMsat, 42_000n);
  });

  test('a poisoned item spoils its own payment and none that waited with it', async () => {
    const [payee, other] = [await addUser(world), await addUser(world)];
    const payers = await Promise.all(times(30, () => addUser(world, 100)));
    const invoice = await addInvoice(world, payee);
    const money = createMoney(world.store, { batchMax: 64 });
    const poison = { ...payInvoice(other, invoice), payeeUserId: other };
    const answers = await Promise.allSettled(
      payers.flatMap((payer, index) => [
        money.settleInternal(internalKeysend(payer, payee)),
        ...(index % 10 === 5 ? [money.settleInternal(poison)] : []),
      ]),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.equal(refused.length, 3);
    for (const { reason } of refused) assert(reason instanceof MoneyEventRejected);
    assert.equal((await world.wallet(payee)).walletMsat, 3_000_000n);
    assert.equal((await world.findInvoice(invoice.id))?.settledAt, null);
  });
});

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
