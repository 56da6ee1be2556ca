import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import type { RememberedToken } from '../../src/authorization/remembered-token.ts';
import type { InternalPaymentEvent } from '../../src/ledger/money-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { lockdownBench } from '../support/lockdown-bench.ts';
import { addInvoice, addUser, NODE_PUBKEY, payInvoice } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { addTokenRow } from '../support/token-rows.ts';

/**
 * A payment may be sent to the database before anyone has looked at the token of its payer. It
 * settles exactly if the token is in force, and as the process remembers it.
 */

const endings: (() => Promise<void>)[] = [];
const { database, ownerUrl } = await testDatabase({ after: (end) => endings.push(end) });
const owner = postgres(ownerUrl, { max: 1 });
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);
after(async () => {
  assert.deepEqual(await world.findings(), []);
  await owner.end();
  for (const end of endings) await end();
});
const { press, lift } = lockdownBench(database);
const CREATED = '2026-03-01 12:00:00.123456+00';

type Kind = 'personal' | 'app';

async function addToken(kind: Kind, userId: string): Promise<RememberedToken> {
  const tokenHash = systemRandom.bytes(32);
  const [createdAt, expiresAt] = [CREATED, new Date('2099-01-01')];
  const scopes = 'payments:send';
  await addTokenRow(owner, { kind, userId, tokenHash, scopes, createdAt, expiresAt });
  return { hash: tokenHash, version: CREATED };
}

async function addPayer(kind: Kind) {
  const userId = await addUser(world, 100);
  return { userId, payerToken: await addToken(kind, userId) };
}

const payee = await addUser(world);

const order = async (payerId: string, payerToken?: RememberedToken) => {
  const event = payInvoice(payerId, await addInvoice(world, payee, { amountSat: 10 }));
  return payerToken === undefined ? event : { ...event, payerToken };
};
const settle = async (...events: readonly InternalPaymentEvent[]) =>
  (await world.store.settleInternal(events)).map((outcome) =>
    outcome.kind === 'refused' ? outcome.refusal.kind : outcome.kind,
  );
const balanceSat = async (userId: string) => (await world.wallet(userId)).walletMsat / 1000n;

for (const kind of ['personal', 'app'] as const) {
  describe(`a payment under a remembered ${kind} token`, () => {
    test('settles while the token is in force', async () => {
      const { userId, payerToken } = await addPayer(kind);
      assert.deepEqual(await settle(await order(userId, payerToken)), ['settled']);
      assert.equal(await balanceSat(userId), 90n);
    });

    const checkStale = async (
      change: (userId: string) => Promise<unknown>,
      restore: (userId: string) => Promise<unknown>,
    ) => {
      const { userId, payerToken } = await addPayer(kind);
      const written = await order(userId, payerToken);
      assert.deepEqual(await settle(written), ['settled']);
      await change(userId);
      const late = await order(userId, payerToken);
      assert.deepEqual(await settle(late), ['stale']);
      assert.deepEqual(await settle(written), ['present'], 'what was written is told of');
      assert.equal(await balanceSat(userId), 90n);
      await restore(userId);
      assert.deepEqual(await settle(late), ['settled'], 'nothing had been written');
    };

    test('is stale from the moment that the token is revoked', () =>
      kind === 'personal'
        ? checkStale(
            (userId) =>
              owner`update personal_token set revoked_at = now() where user_id = ${userId}`,
            (userId) =>
              owner`update personal_token set revoked_at = null where user_id = ${userId}`,
          )
        : checkStale(
            (userId) => owner`update app_grant set revoked_at = now() where user_id = ${userId}`,
            (userId) => owner`update app_grant set revoked_at = null where user_id = ${userId}`,
          ));

    test('is stale while its user is disabled', () =>
      checkStale(
        (userId) => owner`update wallet_user set disabled_at = now() where id = ${userId}`,
        async (userId) => {
          await owner`update wallet_user set disabled_at = null where id = ${userId}`;
          // Disabling a user ends the tokens of apps for good, in another way.
          await owner`update app_grant set token_generation = 1 where user_id = ${userId}`;
        },
      ));

    test('is stale during a lockdown of apps', () => checkStale(press, () => lift()));

    test('is stale under the token of another row, or of another user', async () => {
      const [mine, other] = [await addPayer(kind), await addPayer(kind)];
      const replaced = { ...mine.payerToken, version: '2026-03-01 12:00:00.123457+00' };
      const unknown = { ...mine.payerToken, hash: systemRandom.bytes(32) };
      for (const payerToken of [replaced, unknown, other.payerToken]) {
        assert.deepEqual(await settle(await order(mine.userId, payerToken)), ['stale']);
      }
      assert.deepEqual(
        [await balanceSat(mine.userId), await balanceSat(other.userId)],
        [100n, 100n],
      );
    });
  });
}

test('an app whose tokens were renewed pays no more with an old one', async () => {
  const { userId, payerToken } = await addPayer('app');
  await owner`
    update app_grant set token_generation = token_generation + 1 where user_id = ${userId}`;
  assert.deepEqual(await settle(await order(userId, payerToken)), ['stale']);
});

test('in a list, each payment is judged by its own token', async () => {
  const [good, app, bad] = [
    await addPayer('personal'),
    await addPayer('app'),
    await addPayer('app'),
  ];
  await owner`update app_grant set revoked_at = now() where user_id = ${bad.userId}`;
  const events = [
    await order(good.userId, good.payerToken),
    await order(bad.userId, bad.payerToken),
    await order(bad.userId),
    await order(app.userId, app.payerToken),
    await order(good.userId, bad.payerToken),
    await order(good.userId),
  ];
  const said = ['settled', 'stale', 'settled', 'settled', 'stale', 'settled'];
  assert.deepEqual(await settle(...events), said);
  assert.deepEqual(await Promise.all([good, bad, app].map(({ userId }) => balanceSat(userId))), [
    80n,
    90n,
    90n,
  ]);
});

test('what the money forbids is refused as ever', async () => {
  const { userId, payerToken } = await addPayer('personal');
  const invoice = await addInvoice(world, payee, { amountSat: 101 });
  const dear = { ...payInvoice(userId, invoice), payerToken };
  assert.deepEqual(await settle(dear), ['insufficient_balance']);
  const paid = await order(userId, payerToken);
  assert.deepEqual(await settle(paid, { ...paid, order: { ...paid.order, id: randomUUID() } }), [
    'settled',
    'joined',
  ]);
});
