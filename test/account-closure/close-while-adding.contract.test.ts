import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createClientStore } from '../../src/apps/sql/client-store.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { sat } from '../../src/base/amount.ts';
import { RowGone } from '../../src/base/row-gone.ts';
import { createContactStore } from '../../src/contacts/sql/contact-store.ts';
import { openClosingBench } from '../support/closing-bench.ts';
import { addUser } from '../support/money-model/events.ts';

const { close, database, meet, superuser, world } = await openClosingBench({ after });
const contacts = createContactStore(database);
const [connections, tokens, clients] = [
  createConnectionStore(database),
  createTokenStore(database),
  createClientStore(database),
];

test('an account that closes while its owner adds an app, a token, a client or a contact keeps none', async () => {
  const [at, name] = [new Date(), 'Phone of Ann'];
  const moves: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
    app_grant: (userId) =>
      connections.addConnection({
        id: randomUUID(),
        userId,
        kind: 'lndhub',
        name,
        scopes: ['balance:read'],
        budget: { limitSat: sat(10n), askAboveSat: null, interval: 'week', expiresAt: null },
        createdAt: at,
        expiresAt: null,
      }),
    personal_token: (userId) =>
      tokens.addPersonalToken({
        id: randomUUID(),
        userId,
        name,
        tokenHash: randomBytes(32),
        scopes: ['balance:read'],
        createdAt: at,
        expiresAt: null,
      }),
    client: (userId) =>
      clients.insertClient({
        kind: 'registered',
        id: randomUUID(),
        ownerUserId: userId,
        name,
        url: 'https://app.example',
        callback: 'https://app.example/back',
        secretHash: null,
        s256Only: true,
        sendsIssuer: true,
        createdAt: at,
      }),
    contact: (userId) =>
      contacts.addContact(
        { id: randomUUID(), userId, name, nameKey: name, target: 'a@b.example', createdAt: at },
        10,
      ),
  };
  for (const [table, move] of Object.entries(moves)) {
    const userId = await addUser(world);
    const [closed, moved] = await meet(
      userId,
      () => close(userId),
      () => move(userId).catch((error: unknown) => error),
    );
    assert.equal(closed, 'closed');
    assert.ok(moved instanceof RowGone, table);
    const rows = await superuser.sql.unsafe(`select from ${table} where name = '${name}'`);
    assert.equal(rows.length, 0, table);
    const budgets = await superuser.sql`select from budget where user_id = ${userId}`;
    assert.equal(budgets.length, 0, table);
  }
});
