import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createPayerStore } from '../../src/apps/sql/payer-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  NODE_PUBKEY,
  NOW,
  payInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

describe('who pays, read together with what they pay', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  async function addToken(userId: string): Promise<Uint8Array> {
    const tokenHash = systemRandom.bytes(32);
    await createTokenStore(opened.database).addPersonalToken({
      id: randomUUID(),
      userId,
      tokenHash,
      name: 'token',
      scopes: ['payments:send'],
      createdAt: NOW,
      expiresAt: null,
    });
    return tokenHash;
  }

  test('both parts are what two questions find, for each caller their own', async () => {
    const world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    const [alice, bob] = [await addUser(world, 1000), await addUser(world, 1000)];
    const [open, paid] = [await addInvoice(world, bob), await addInvoice(world, bob)];
    const external = reserveEvent(alice);
    await world.store.settleInternal([payInvoice(alice, paid)]);
    await world.store.reserve([external]);
    const tokens = new Map([
      [alice, await addToken(alice)],
      [bob, await addToken(bob)],
    ]);
    const payers = createPayerStore(opened.database, systemClock);
    const payments = createPaymentStore(opened.database);
    const hashes = [
      open.paymentHash,
      paid.paymentHash,
      external.order.paymentHash,
      'ab'.repeat(32),
    ];
    const asked = [...tokens].flatMap(([userId, tokenHash]) =>
      hashes.map((paymentHash) => ({ userId, tokenHash, paymentHash })),
    );
    const found = await Promise.all(
      asked.map(({ tokenHash, paymentHash }) =>
        payers.findPayer({ token: 'personal', tokenHash, paymentHash }),
      ),
    );
    for (const [place, { userId, tokenHash, paymentHash }] of asked.entries()) {
      const caller = await createTokenStore(opened.database).findCaller(tokenHash);
      assert.notEqual(caller, null);
      assert.deepEqual(found[place]?.found, caller);
      const view = await payments.readForPayment({
        userId,
        grantId: caller?.caller.grantId ?? '',
        paymentHash,
        payeeIdentifier: null,
        idempotencyKey: null,
      });
      assert.deepEqual(found[place]?.view, view);
    }
  });

  test('an unknown token finds nothing, and is no token of an app', async () => {
    const world = createPostgresWorld(opened.database);
    const tokenHash = await addToken(await addUser(world));
    const payers = createPayerStore(opened.database, systemClock);
    const paymentHash = 'cd'.repeat(32);
    const answers = await Promise.all([
      payers.findPayer({ token: 'personal', tokenHash: systemRandom.bytes(32), paymentHash }),
      payers.findPayer({ token: 'personal', tokenHash, paymentHash }),
      payers.findPayer({ token: 'app', tokenHash, paymentHash }),
    ]);
    assert.deepEqual(
      answers.map((answer) => answer !== null),
      [false, true, false],
    );
  });
});
