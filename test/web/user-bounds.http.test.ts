import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addClient } from '../../src/apps/add-client.ts';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { MAX_CLIENTS, MAX_PERSONAL_TOKENS } from '../../src/apps/limits.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** What one user may have: both sides of each bound. */

const OPEN_INVOICES = 20;
const api = await startWalletApi({ after }, {}, (database) => ({
  invoices: createInvoiceStore(database, OPEN_INVOICES),
}));

describe('open invoices', () => {
  test('have a bound, which a paid one leaves', async () => {
    const [alice, bob] = [await api.addUser(), await api.addUser()];
    const make = () => alice.post('/invoices', { amount: 21 });
    const first = await make();
    for (let n = 1; n < OPEN_INVOICES; n += 1) assert.equal((await make()).status, 200);
    const refused = await make();
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.body, {
      code: 2,
      error: true,
      message: 'too many open invoices: wait until some of them are paid or expire',
    });
    assert.equal((await bob.post('/invoices', { amount: 21 })).status, 200);
    await api.payFromExternalNode(textField(first.body, 'payment_hash'));
    api.clock.move(2000);
    assert.equal((await make()).status, 200);
    assert.equal((await make()).status, 400);
    api.clock.move(86_400_000);
    assert.equal((await make()).status, 200, 'the others have expired');
  });
});

describe('tokens', () => {
  test('that live have a bound: ended ones do not count, and all at once do not pass it', async () => {
    const alice = await api.addUser();
    const add = async (expiresInSec: number | null = null) => {
      const added = await addPersonalToken(api.deps, {
        userId: alice.user.id,
        scopes: 'balance:read',
        name: 'one more',
        expiresInSec,
      });
      return added.ok ? 'added' : added.refusal.kind;
    };
    assert.equal(await add(60), 'added');
    const rest = MAX_PERSONAL_TOKENS - 2;
    const kinds = await Promise.all(Array.from({ length: rest + 10 }, () => add()));
    assert.equal(kinds.filter((kind) => kind === 'added').length, rest);
    assert.equal(kinds.filter((kind) => kind === 'too_many_tokens').length, 10);
    api.clock.move(61_000);
    assert.equal(await add(), 'added', 'one has expired');
    assert.equal(await add(), 'too_many_tokens');
    // The one that has expired may be listed first: several were made in the same millisecond.
    const listed = await api.deps.tokens.listPersonalTokens(alice.user.id);
    const token = listed.find(({ expiresAt }) => expiresAt === null);
    assert(token !== undefined);
    await api.deps.tokens.revokeToken({ id: token.id, userId: null }, api.clock.now());
    assert.equal(await add(), 'added', 'one was revoked');
    assert.equal(await add(), 'too_many_tokens');
  });

  test('made again by the same form are found at the bound too', async () => {
    const alice = await api.addUser();
    const input = {
      userId: alice.user.id,
      scopes: 'balance:read',
      name: 'x',
      expiresInSec: null,
    };
    const idempotentSecret = new Uint8Array(32).fill(9);
    const first = await addPersonalToken(api.deps, { ...input, idempotentSecret });
    for (let n = 2; n < MAX_PERSONAL_TOKENS; n += 1) {
      assert((await addPersonalToken(api.deps, input)).ok);
    }
    const again = await addPersonalToken(api.deps, { ...input, idempotentSecret });
    assert(first.ok && again.ok);
    assert.equal(again.value.stored.id, first.value.stored.id);
  });
});

describe('apps', () => {
  test('of one owner have a bound: removed ones do not count', async () => {
    const alice = await api.addUser();
    const add = async () => {
      const added = await addClient(api.deps, {
        ownerUserId: alice.user.id,
        name: 'App',
        url: 'https://app.example',
        callback: 'https://app.example/back',
        isPublic: false,
        s256Only: false,
        sendsIssuer: true,
      });
      return added.ok ? 'added' : added.refusal.kind;
    };
    const kinds = await Promise.all(Array.from({ length: MAX_CLIENTS + 10 }, add));
    assert.equal(kinds.filter((kind) => kind === 'added').length, MAX_CLIENTS);
    assert.equal(kinds.filter((kind) => kind === 'too_many_clients').length, 10);
    const [app] = await api.deps.clients.listClients(alice.user.id);
    assert(app !== undefined);
    await api.deps.clients.removeClient(app.id, null, api.clock.now());
    assert.equal(await add(), 'added');
    assert.equal(await add(), 'too_many_clients');
  });
});
