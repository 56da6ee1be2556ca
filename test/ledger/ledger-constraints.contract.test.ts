import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { msat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import type { ReserveEvent } from '../../src/ledger/money-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  NODE_PUBKEY,
  newSecret,
  OWNER,
  payInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** What the database refuses by itself, for any caller and however wrong the program is. */
const NOT_PERMITTED = '42501';
const CHECK = '23514';
const UNIQUE = '23505';
const IMMUTABLE = '23000';

describe('bad money', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let service: Database;
  let owner: postgres.Sql;
  let world: MoneyWorld;
  let user: string;
  /** 100 sat and 10 sat for fees, reserved. */
  let reserved: ReserveEvent;

  before(async () => {
    const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    service = opened.database;
    owner = postgres(opened.ownerUrl, { max: 1, onnotice: () => undefined });
    world = createPostgresWorld(service);
    await world.setBaseline(NODE_PUBKEY, 0n);
    user = await addUser(world, 1000);
    reserved = reserveEvent(user);
    const payer = await addUser(world, 500);
    const invoice = await addInvoice(world, user);
    await world.store.reserve([reserved]);
    await world.store.settleInternal([payInvoice(payer, invoice)]);
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    await owner.end();
    for (const cleanup of cleanups) await cleanup();
  });

  const refusedToService = (statement: string, code = NOT_PERMITTED) =>
    assert.rejects(service.sql.unsafe(statement), { code }, statement);
  const refusedToOwner = (statement: string, code: string) =>
    assert.rejects(owner.unsafe(statement), { code }, statement);

  test('M12 the service writes no books but through the money functions', async () => {
    for (const table of [
      'transfer',
      'posting',
      'wallet',
      'receipt',
      'settled_record',
      'payment',
      'budget',
    ]) {
      await refusedToService(`insert into ${table} select * from ${table}`);
      await refusedToService(`delete from ${table}`);
      await refusedToService(`truncate ${table} cascade`);
    }
    await refusedToService('update transfer set created_at = now()');
    await refusedToService('update posting set amount_msat = 1000');
    await refusedToService('update wallet set wallet_msat = wallet_msat + 1000');
    await refusedToService('update receipt set amount_msat = 1000');
    await refusedToService(`update settled_record set body = '{}'`);
    await refusedToService('update payment set amount_msat = 1000');
    await refusedToService('update payment set held_msat = 0');
    await refusedToService('update invoice set settled_at = now(), receipts_count = 1');
    await refusedToService('delete from invoice');
  });

  test('the service calls the money functions and none of their parts', async () => {
    await refusedToService(`select write_ledger('{}', '{}', '{}')`);
    await refusedToService(`select lock_wallets('{}')`);
    await refusedToService(`select write_reserved_payments('{}', '{}')`);
    await refusedToService('alter table posting disable trigger all');
    await refusedToService('drop trigger refuse_unbalanced on posting');
  });

  test('the service cannot end a payment by hand', async () => {
    const { id } = reserved.order;
    for (const state of ['settled', 'failed', 'in_flight', 'unknown']) {
      await refusedToService(`update payment set state = '${state}' where id = '${id}'`, CHECK);
    }
    await refusedToService(`update payment set ended_at = now() where id = '${id}'`);
  });

  test('a transfer that does not sum to zero is refused', async () => {
    const id = randomUUID();
    await refusedToOwner(
      `with t as (insert into transfer values ('${id}', 'receive', '${id}', now()))
       insert into posting (transfer_id, line, account, amount_msat)
       values ('${id}', 1, 'node', -1000), ('${id}', 2, 'rounding', 999)`,
      CHECK,
    );
  });

  test('a posting of nothing, without an owner or of parts of a sat is refused', async () => {
    const id = randomUUID();
    const post = (rows: string) =>
      `with t as (insert into transfer values ('${id}', 'receive', '${id}', now()))
       insert into posting (transfer_id, line, account, user_id, balance_after_msat, seq,
         amount_msat) values ${rows}`;
    const bad = [
      `('${id}', 1, 'node', null, null, null, 0)`,
      `('${id}', 1, 'wallet', null, null, null, 1000), ('${id}', 2, 'node', null, null, null, -1000)`,
      `('${id}', 1, 'wallet', '${user}', 1500, 99, 1500), ('${id}', 2, 'node', null, null, null, -1500)`,
      `('${id}', 1, 'wallet', '${user}', -1000, 99, 1000), ('${id}', 2, 'node', null, null, null, -1000)`,
      `('${id}', 1, 'node', '${user}', 0, 99, 1000), ('${id}', 2, 'fees', null, null, null, -1000)`,
    ];
    for (const rows of bad) await refusedToOwner(post(rows), CHECK);
  });

  test('a line of a statement has one number', async () => {
    const id = randomUUID();
    await refusedToOwner(
      `with t as (insert into transfer values ('${id}', 'receive', '${id}', now()))
       insert into posting (transfer_id, line, account, user_id, balance_after_msat, seq,
         amount_msat)
       values ('${id}', 1, 'wallet', '${user}', 1000, 1, 1000),
         ('${id}', 2, 'node', null, null, null, -1000)`,
      UNIQUE,
    );
  });

  test('M11 no wallet falls below zero or holds parts of a sat', async () => {
    for (const column of ['wallet_msat', 'held_msat']) {
      await refusedToOwner(`update wallet set ${column} = -1000`, CHECK);
      await refusedToOwner(`update wallet set ${column} = 1`, CHECK);
    }
  });

  test('a record of Lightning has a payment hash', async () => {
    const id = randomUUID();
    await refusedToOwner(
      `insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
         settled_at, booked_at, seq, has_boostagram, body)
       values ('${id}', '${user}', 'incoming', '${id}', null, now(), now(), now(), 99, false, '{}')`,
      CHECK,
    );
  });

  test('M27 what is written stays as it was written', async () => {
    for (const table of ['transfer', 'posting', 'receipt', 'settled_record']) {
      const column = table === 'posting' ? 'line' : 'id';
      await refusedToOwner(`update ${table} set ${column} = ${column}`, IMMUTABLE);
      await refusedToOwner(`delete from ${table}`, IMMUTABLE);
      await refusedToOwner(`truncate ${table} cascade`, IMMUTABLE);
    }
    await refusedToOwner('delete from payment', IMMUTABLE);
    await refusedToOwner('truncate payment cascade', IMMUTABLE);
    await refusedToOwner('delete from wallet', IMMUTABLE);
    await refusedToOwner('truncate wallet cascade', IMMUTABLE);
  });

  test('a payment ends once, with its proof', async () => {
    const { id } = reserved.order;
    const settle = (preimage: string) =>
      `update payment set state = 'settled', ended_at = now(), fee_msat = 0,
         preimage = '\\x${preimage}' where id = '${id}'`;
    await refusedToOwner(settle(newSecret().preimage), CHECK);
    await refusedToOwner(
      `update payment set state = 'settled', ended_at = now(), fee_msat = 0, preimage = null
       where id = '${id}'`,
      CHECK,
    );
    // Even with its proof it was never sent.
    await refusedToOwner(settle(reserved.order.preimage ?? ''), CHECK);
    const end = (kind: string) =>
      `insert into transfer values ('${randomUUID()}', '${kind}', '${id}', now())`;
    await assert.rejects(
      owner.begin(async (sql) => {
        await sql.unsafe(end('post'));
        await sql.unsafe(end('void'));
      }),
      { code: UNIQUE },
    );
  });

  test('only an end bears the marks of one', async () => {
    for (const mark of [
      "failure_reason = 'x'",
      "failure_message = 'x'",
      'fee_msat = 0',
      'ended_at = now()',
      "failure_reason = 'x', failure_message = 'x'",
    ]) {
      await refusedToOwner(`update payment set ${mark} where id = '${reserved.order.id}'`, CHECK);
    }
  });

  test('final states are final', async () => {
    const event = reserveEvent(user);
    await world.store.reserve([event]);
    await world.beginDispatch(event.order.id, OWNER);
    const end = { kind: 'failed', failure: { reason: 'x', message: 'y' } } as const;
    await world.store.resolve([
      { paymentId: event.order.id, at: new Date(), end: { ...end, onlyFrom: 'dispatched' } },
    ]);
    for (const state of ['reserved', 'dispatching', 'in_flight', 'unknown']) {
      await refusedToOwner(
        `update payment set state = '${state}', ended_at = null, failure_reason = null,
           failure_message = null where id = '${event.order.id}'`,
        CHECK,
      );
    }
  });

  test('one live payment per hash over the node, one per internal hash, one receipt per set', async () => {
    await refusedToOwner(
      `insert into payment select (json_populate_record(p, json_build_object('id', '${randomUUID()}'))).*
       from payment p where path = 'node' and state = 'reserved'`,
      UNIQUE,
    );
    await refusedToOwner(
      `insert into payment select (json_populate_record(p, json_build_object('id', '${randomUUID()}'))).*
       from payment p where path = 'internal'`,
      UNIQUE,
    );
    for (const source of ['node', 'internal']) {
      await refusedToOwner(
        `insert into receipt select (json_populate_record(r, json_build_object('id', '${randomUUID()}'))).*
         from receipt r where source = '${source}' limit 1`,
        UNIQUE,
      );
    }
  });

  test('a preimage that does not fit is stored only for money without an owner', async () => {
    const receipt = (userId: string | null, reason: string | null) =>
      `insert into receipt (id, identifier, source, user_id, node_pubkey, settle_index,
         payment_hash, preimage, amount_msat, records, created_at, settled_at, unclaimed_reason)
       values ('${randomUUID()}', 'x', 'node', ${userId === null ? null : `'${userId}'`}, 'n', 9,
         '\\xaa', '\\xbb', 0, '{}', now(), now(), ${reason === null ? null : `'${reason}'`})`;
    await refusedToOwner(receipt(user, null), CHECK);
    await refusedToOwner(receipt(null, null), CHECK);
    await assert.rejects(
      owner.begin(async (sql) => {
        await sql.unsafe(receipt(null, 'parked'));
        throw new Error('it was stored');
      }),
      /it was stored/,
    );
  });

  test('a user comes with an empty wallet, and a wallet not without a user', async () => {
    const fresh = await addUser(world);
    const { walletMsat, heldMsat } = await world.wallet(fresh);
    assert.deepEqual([walletMsat, heldMsat], [msat(0n), msat(0n)]);
    await refusedToOwner(`insert into wallet (user_id) values ('${randomUUID()}')`, '23503');
    await refusedToOwner(`delete from wallet_user where id = '${fresh}'`, '23503');
  });

  test('an invoice that was paid stays', async () => {
    await refusedToOwner(`delete from invoice`, '23503');
  });
});
