import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import type { Database } from '../../src/database/db.ts';
import { testDatabase } from '../support/database.ts';
import { textField } from '../support/fields.ts';
import { addInvoice, addUser, NODE_PUBKEY, payInvoice } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { addPayer } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** What rows remember of where they come from, for statements, spenders and further nodes. */

describe('invoices and payments', async () => {
  const opened: Database[] = [];
  const api = await startWalletApi({ after }, {}, (database) => {
    opened.push(database);
    return {};
  });
  const { node } = api;
  const [database] = opened;
  assert(database !== undefined);
  const { pubkey } = node.identity;

  test('an invoice knows the grant that made it, and its node', async () => {
    const user = await api.addUser();
    const { body } = await user.post('/invoices', { amount: 100 });
    const hash = textField(body, 'payment_hash');
    const rows = await database.sql`
      select grant_id = token.id as is_of_token, node_pubkey
      from invoice join personal_token token using (user_id)
      where payment_hash = decode(${hash}, 'hex')`;
    assert.deepEqual([...rows], [{ is_of_token: true, node_pubkey: pubkey }]);
  });

  test('a payment knows the node over which it goes, one within goes over none', async () => {
    const [payer, payee] = [await addPayer(api), await api.addUser()];
    await payer.post('/payments/bolt11', { invoice: node.externalInvoice().bolt11 });
    const { body } = await payee.post('/invoices', { amount: 100 });
    const invoice = textField(body, 'payment_request');
    await payer.post('/payments/bolt11', { invoice });
    const rows = await database.sql`
      select path, node_pubkey from payment order by created_at, id`;
    assert.deepEqual(
      [...rows],
      [
        { path: 'node', node_pubkey: pubkey },
        { path: 'internal', node_pubkey: null },
      ],
    );
  });
});

describe('settled records', async () => {
  const { database, superuserUrl } = await testDatabase({ after });
  const superuser = postgres(superuserUrl, { max: 1 });
  after(() => superuser.end());
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const [payer, payee] = [await addUser(world, 5000), await addUser(world)];

  const pay = async (): Promise<void> => {
    const invoice = await addInvoice(world, payee);
    const [outcome] = await world.store.settleInternal([payInvoice(payer, invoice)]);
    assert.equal(outcome?.kind, 'settled');
  };
  const booked = (userId: string) => database.sql<Booked[]>`
    select booked_at, settled_at, last_booked_at as last
    from settled_record join wallet using (user_id) where user_id = ${userId} order by seq`;

  test('are booked by the clock of the database, whatever the event says', async () => {
    await pay();
    const [row] = await booked(payee);
    assert(row !== undefined);
    assert.notDeepEqual(row.booked_at, row.settled_at);
    assert.deepEqual(row.last, row.booked_at);
  });

  test('are never booked before one of a lower number, though the clock goes back', async () => {
    const future = new Date('2100-01-01T00:00:00Z');
    await superuser`update wallet set last_booked_at = ${future} where user_id = ${payee}`;
    await pay();
    await pay();
    const rows = await booked(payee);
    assert.deepEqual(
      rows.slice(1).map(({ booked_at }) => booked_at),
      [future, future],
    );
    for (const { booked_at } of await booked(payer)) assert.notDeepEqual(booked_at, future);
    assert.deepEqual(await world.findings(), []);
  });
});

interface Booked {
  readonly booked_at: Date;
  readonly settled_at: Date;
  readonly last: Date;
}
