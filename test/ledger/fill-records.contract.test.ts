import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { msat } from '../../src/base/amount.ts';
import { createRecordFillingStore } from '../../src/ledger/sql/record-filling-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditKeysend,
  internalKeysend,
  NODE_PUBKEY,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

const IMMUTABLE = { code: '23000' };

describe('records of older versions', async () => {
  const opened = await testDatabase({ after });
  const { database } = opened;
  const owner = postgres(opened.ownerUrl, { max: 1 });
  const superuser = postgres(opened.superuserUrl, { max: 1 });
  after(async () => void (await Promise.all([owner.end(), superuser.end()])));
  const world = createPostgresWorld(database);
  const filling = createRecordFillingStore(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const ann = await addUser(world, 1000);
  const bob = await addUser(world, 500);

  // One of each kind that the books know, with parts of sats, and a fee beyond what was held.
  const paid = await addInvoice(world, bob);
  await world.store.settleInternal([payInvoice(ann, paid)]);
  await world.store.settleInternal([internalKeysend(bob, ann, { amountMsat: msat(1500n) })]);
  const credited = await addInvoice(world, bob);
  const again = { setId: 'aa'.repeat(32) };
  await world.store.credit([creditInvoice(credited, true), creditInvoice(credited, false, again)]);
  await world.store.credit([creditKeysend(ann, { amountMsat: msat(2999n) })]);
  for (const feeMsat of [0n, 1n, 2500n, 1_000_000n]) {
    const sent = reserveEvent(ann, { amountMsat: msat(7001n), feeReserveSat: 5 });
    await world.store.reserve([sent]);
    await world.beginDispatch(sent.order.id, OWNER);
    await world.store.resolve([settledEnd(sent.order, { feeMsat: msat(feeMsat) })]);
  }

  const COLUMNS = 'id, rail, kind, amount_msat, fee_msat, grant_id';
  const readStored = () => owner.unsafe(`select ${COLUMNS} from settled_record order by id`);
  const readShown = () => owner.unsafe(`select ${COLUMNS} from filled_record order by id`);
  const written = await readStored();
  const readLines = () => owner`
    select line.* from wallet, statement_lines(user_id, 0, 1000) line order by user_id, seq`;
  const lines = await readLines();

  /** As an older version left them, and as if the upgrade had been so long ago. */
  const empty = async (minutesAgo: number) => {
    await superuser`set session_replication_role = replica`;
    await superuser`
      update settled_record set kind = null, amount_msat = null, fee_msat = null, grant_id = null`;
    await superuser`set session_replication_role = origin`;
    await superuser`
      insert into record_filling (begun_at) values (now() - make_interval(mins => ${minutesAgo}))
      on conflict (is_only) do update set begun_at = excluded.begun_at, after_id = default`;
  };

  test('what is written is what the books say', async () => {
    assert.equal(written.length, 13);
    assert.deepEqual(await world.findings(), []);
    const fees = written.map((row) => Number(row['fee_msat'])).filter((fee) => fee > 0);
    assert.deepEqual(fees.toSorted(), [2000, 5000]);
    const grants = written.filter((row) => row['grant_id'] === null).map((row) => row['kind']);
    assert.deepEqual([...new Set(grants)], ['keysend']);
  });

  test('are read as if they were filled, and then are, by as many as want to', async () => {
    await empty(11);
    assert.deepEqual(await readShown(), written);
    assert.deepEqual(await readLines(), lines);
    assert.deepEqual(await world.findings(), []);
    assert.equal(await filling.fillStep(3), 3);
    assert.deepEqual(await readShown(), written);
    const looked = await Promise.all([1, 2, 3].map(() => filling.fillStep(4)));
    assert.ok(looked.includes(4));
    while ((await filling.fillStep(4)) > 0);
    assert.deepEqual(await readStored(), written);
    assert.deepEqual(await world.findings(), []);
    assert.equal((await owner`select from record_filling`).length, 0, 'it has ended');
    assert.equal(await filling.fillStep(4), 0);
  });

  test('are left alone while a call that began before the upgrade may still run', async () => {
    await empty(9);
    assert.equal(await filling.fillStep(100), 0);
    const left = await owner`select from settled_record where amount_msat is null`;
    assert.equal(left.length, written.length);
    await empty(11);
    while ((await filling.fillStep(100)) > 0);
    assert.deepEqual(await readStored(), written);
  });

  test('one that stays empty after all is a finding of the books', async () => {
    await superuser`set session_replication_role = replica`;
    const emptied = await superuser`
      update settled_record set kind = null, amount_msat = null, fee_msat = null, grant_id = null
      where id in (select id from settled_record limit 1) returning id`;
    await superuser`set session_replication_role = origin`;
    assert.equal((await world.findings()).length, 1);
    const [row] = written.filter(({ id }) => id === emptied[0]?.['id']);
    await owner`
      update settled_record set kind = ${row?.['kind']}, amount_msat = ${row?.['amount_msat']},
        fee_msat = ${row?.['fee_msat']}, grant_id = ${row?.['grant_id']}
      where amount_msat is null`;
    assert.deepEqual(await world.findings(), []);
  });

  test('nothing else of a record ever changes', async () => {
    const changes = [
      'kind = kind',
      "kind = 'keysend'",
      'amount_msat = amount_msat + 1000',
      'amount_msat = null, fee_msat = null, kind = null, grant_id = null',
      "grant_id = 'other'",
      'fee_msat = 0',
      "body = '{}'",
    ];
    for (const change of changes) {
      await assert.rejects(owner.unsafe(`update settled_record set ${change}`), IMMUTABLE, change);
    }
    await empty(11);
    const filled = "kind = 'keysend', amount_msat = 1000, fee_msat = 0";
    const columns = ['id = gen_random_uuid()', "body = '{}'", 'seq = seq + 1', 'user_id = id'];
    for (const change of [...columns, 'settled_at = now()', 'has_boostagram = true']) {
      const statement = `update settled_record set ${filled}, ${change}`;
      await assert.rejects(owner.unsafe(statement), IMMUTABLE, change);
    }
    for (const change of ["kind = 'keysend'", 'fee_msat = 0', "grant_id = 'x'", 'id = id']) {
      await assert.rejects(owner.unsafe(`update settled_record set ${change}`), IMMUTABLE, change);
    }
    const half = 'update settled_record set amount_msat = 1000, fee_msat = 0';
    await assert.rejects(owner.unsafe(half), { code: '23514' }, 'Lightning has a kind');
    await assert.rejects(database.sql.unsafe('update settled_record set fee_msat = 0'), {
      code: '42501',
    });
    for (const removal of ['delete from settled_record', 'truncate settled_record cascade']) {
      await assert.rejects(owner.unsafe(removal), IMMUTABLE, removal);
    }
    while ((await filling.fillStep(100)) > 0);
    assert.deepEqual(await readStored(), written);
  });
});
