import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { writeBackupFile } from '../../src/backups/io/backup-file.ts';
import { dumpDatabase } from '../../src/backups/sql/dump.ts';
import { type LoadOptions, requireEmpty } from '../../src/backups/sql/load.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { MailFault } from '../../src/base/mailer.ts';
import { migrate } from '../../src/database/migrate.ts';
import { readFunctions, readMigrations, SCHEMA_FOLDERS } from '../../src/database/schema-files.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { createApprovalStore } from '../../src/payments/sql/approval-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { approvalOf } from '../support/approval-of.ts';
import {
  backUp,
  emptyDatabase,
  live,
  migrated,
  NO_FILES,
  newFile,
  readAll,
  removeBackups,
  restore,
} from '../support/backup-bench.ts';
import { testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';
import {
  addInvoice,
  addUser,
  NODE_PUBKEY,
  newOrder,
  payInvoice,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { copySchema } from '../support/schema-copy.ts';
import { createTestOutbox } from '../support/test-outbox.ts';

after(removeBackups);

/** What a restore changes on purpose. */
const CHANGED = [
  'outside_stop',
  'database_mark',
  'node_mark',
  'schema_migration',
  'schema_function',
  'payment',
  'process',
  'lease',
];

describe('backup and restore', () => {
  test('everything is there again, but what must be said of a database that went back', async () => {
    const source = await testDatabase({ after });
    const lived = await live(source);
    const path = await backUp(source);
    const [before, target] = [await readAll(source), await migrated()];
    const { rows } = await restore(target, path);
    const now = await readAll(target);

    assert.deepEqual(Object.keys(now), Object.keys(before));
    for (const [table, expected] of Object.entries(before)) {
      if (!CHANGED.includes(table)) assert.deepEqual(now[table], expected, table);
    }
    const total = Object.entries(before)
      .filter(([table]) => !table.startsWith('schema_'))
      .reduce((sum, [, list]) => sum + list.length, 0);
    assert.equal(rows, total);
    assert.deepEqual((await createBooksStore(target.database).checkBooks()).findings, []);
    const payments = createPaymentStore(target.database);
    assert.equal((await payments.findPayment(lived.reserved.id))?.memo, lived.hard);

    // The database itself still refuses what it refused.
    await assert.rejects(target.database.sql`delete from posting`.execute());
    const owner = postgres(target.ownerUrl, { max: 1 });
    await assert.rejects(owner`update settled_record set seq = seq + 1`.execute(), /P0001|never/);
    await owner.end();
    // And goes on: numbers, statements, keys.
    const world = createPostgresWorld(target.database);
    const another = await addUser(world, 10);
    const invoice = await addInvoice(world, another);
    await world.store.settleInternal([payInvoice(lived.payer, invoice)]);
    assert.deepEqual((await createBooksStore(target.database).checkBooks()).findings, []);
  });

  test('nothing leaves until it was compared, and what had not been sent may have been', async () => {
    const source = await testDatabase({ after });
    const { dispatched, reserved } = await live(source);
    const target = await migrated();
    await restore(target, await backUp(source));
    const [stop] = await createPaymentStopStore(target.database).listStops();
    assert.equal(stop?.reason, 'restored');
    const comparisons = createComparisonStore(target.database);
    await comparisons.recogniseDatabase();
    assert.equal((await createPaymentStopStore(target.database).listStops()).length, 1);
    assert.equal((await comparisons.readDue())?.paymentIndex, 42n);
    assert.equal(await comparisons.release(false), 'not_compared');
    const payments = createPaymentStore(target.database);
    const [was, is] = [
      await payments.findPayment(dispatched.id),
      await payments.findPayment(reserved.id),
    ];
    assert.equal(was?.state, 'dispatching');
    assert.equal(is?.state, 'dispatching', 'recovery asks the node and does not just fail it');
    assert.equal(is?.dispatch.indexBefore, 42n);
    assert.notEqual(is?.dispatch.senderProcessId, null);
    assert.deepEqual((await createBooksStore(target.database).checkBooks()).findings, []);
  });

  test('what waited for approval may have been paid since, and waits no longer', async () => {
    const source = await testDatabase({ after });
    const { payer } = await live(source);
    const asked = approvalOf(newOrder(payer));
    await createApprovalStore(source.database).ask(asked);
    const target = await migrated();
    await restore(target, await backUp(source));
    const restored = await createApprovalStore(target.database).find(asked.id);
    assert.deepEqual([restored?.state, restored?.planned], ['expired', asked.planned]);
  });

  test('no mail with a link is in it, and notices are', async () => {
    const source = await testDatabase({ after });
    const outbox = createTestOutbox({
      database: source.database,
      clock: createMovableClock(),
      log: createListeningLog(),
      mailer: { send: () => Promise.reject(new MailFault('later', '451 later')) },
    });
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const link = { tokenHash: new Uint8Array(32), userId: null, expiresAt };
    const mail = { to: 'ada@example.com', subject: 'x', text: 'x' };
    for (const about of [
      { matter: 'invitation', link },
      { matter: 'notice', link: null },
    ] as const) {
      assert.equal((await outbox.post(mail, about)).kind, 'delayed');
    }
    const target = await migrated();
    await restore(target, await backUp(source));
    const { outbox: kept = [] } = await readAll(target);
    assert.deepEqual([kept.length, kept[0]?.includes(',notice,')], [1, true]);
  });

  test('play money belongs to the simulated node that it meets, real money to its own', async () => {
    const source = await testDatabase({ after });
    await live(source);
    const other = '02'.repeat(33);
    const restored = async (options: LoadOptions) => {
      const target = await migrated();
      await restore(target, await backUp(source), options);
      const nodes = createNodeStore(target.database);
      const { network, pubkey } = await nodes.bindNode('regtest', other);
      return { bound: `${network} ${pubkey}`, comparisons: createComparisonStore(target.database) };
    };
    const real = await restored({ isPractice: false });
    assert.equal(real.bound, `regtest ${NODE_PUBKEY}`);
    const practice = await restored({ isPractice: true });
    assert.equal(practice.bound, `regtest ${other}`);
    const { comparisons } = practice;
    assert.deepEqual(await comparisons.readDue().then((due) => due?.comparedAt), null);
    await comparisons.saveComparison({ paymentIndex: 0n, differences: [] });
    assert.equal(await comparisons.release(true), 'released');
    const sql = postgres(source.superuserUrl, { max: 1 });
    await sql`update bound_node set network = 'bitcoin'`;
    await sql.end();
    assert.equal((await restored({ isPractice: true })).bound, `bitcoin ${NODE_PUBKEY}`);
  });

  test('what happens while it is written is not in it, and waits for nothing', async () => {
    const source = await testDatabase({ after });
    const { world, payer, payee } = await live(source);
    const path = newFile();
    let during = 0;
    await dumpDatabase(source.ownerUrl, NO_FILES, async (parts) => {
      await writeBackupFile(
        path,
        (async function* () {
          for await (const part of parts) {
            yield part;
            if (part.kind !== 'table') continue;
            const invoice = await addInvoice(world, payee);
            await world.store.settleInternal([payInvoice(payer, invoice)]);
            during += 1;
          }
        })(),
      );
    });
    assert(during > 20);
    const target = await migrated();
    await restore(target, path);
    const { findings, transfersCount } = await createBooksStore(target.database).checkBooks();
    assert.deepEqual(findings, []);
    const { transfersCount: all } = await createBooksStore(source.database).checkBooks();
    assert.equal(all - transfersCount, BigInt(during), 'one moment, the first');
  });

  test('a database with anything in it is left alone', async () => {
    const source = await testDatabase({ after });
    await live(source);
    const path = await backUp(source);
    const before = await readAll(source);
    await assert.rejects(restore(source, path), /is not empty/);
    assert.deepEqual(await readAll(source), before);
    const older = await migrated(5);
    await assert.rejects(restore(older, path), /is another than|misses tables/);
    await requireEmpty(older.ownerUrl);
  });

  test('a backup of an older version is restored by a newer one', async (t) => {
    const source = await testDatabase({ after });
    const lived = await live(source);
    const path = await backUp(source);
    const later = await copySchema();
    t.after(() => later.dispose());
    const { length } = await readMigrations(SCHEMA_FOLDERS.migrations);
    const name = `${String(length + 1).padStart(4, '0')}-later.sql`;
    await later.write(
      `migrations/${name}`,
      "alter table posting add column later text default 'x'",
    );
    await later.replace("raise exception 'rows of %", "raise exception 'later: rows of %");
    await later.setRevision((await readFunctions(SCHEMA_FOLDERS.functions)).revision + 1);

    const target = await emptyDatabase();
    const goal = { url: target.ownerUrl, serviceRole: 'satchel', folders: later.folders };
    await migrate({ ...goal, upTo: length });
    const { rows } = await restore(target, path);
    assert.deepEqual((await migrate(goal)).applied, [name]);
    assert.notEqual(rows, 0);
    assert.deepEqual((await createBooksStore(target.database).checkBooks()).findings, []);
    const world = createPostgresWorld(target.database);
    const invoice = await addInvoice(world, await addUser(world, 10));
    await world.store.settleInternal([payInvoice(lived.payer, invoice)]);
    const owner = postgres(target.ownerUrl, { max: 1 });
    await assert.rejects(owner`delete from posting where later = 'x'`.execute(), /later: rows of/);
    await owner.end();
  });

  test('a database whose restore broke off is as empty as before', async () => {
    const source = await testDatabase({ after });
    await live(source);
    const path = await backUp(source);
    const text = gunzipSync(await readFile(path)).toString();
    const target = await migrated();
    const damages: readonly (readonly [string, RegExp])[] = [
      [text.replace('"table":"posting"', '"table":"postings"'), /postings/],
      [text.replace(/\twallet\t/, '\tfees\t'), /check|constraint|digest/],
      [text.replace('1100', '1101'), /constraint|digest/],
      [text.slice(0, -100), /ends before its end|another digest|JSON|digest/],
      [text.slice(0, text.indexOf('"table":"receipt"')), /./],
    ];
    for (const [damaged, complaint] of damages) {
      assert.notEqual(damaged, text);
      const broken = newFile();
      await writeFile(broken, gzipSync(damaged));
      await assert.rejects(restore(target, broken), complaint);
      await requireEmpty(target.ownerUrl);
    }
    await restore(target, path);
  });
});
