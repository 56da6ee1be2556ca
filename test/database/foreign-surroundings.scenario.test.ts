import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { type ClonedDatabase, cloneDatabase } from '../support/database.ts';
import { imposeSettings } from '../support/foreign-settings.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import { addWalletUsers, field, fund, textField, untilPasses } from '../support/wallet-user.ts';

/**
 * The program where others have been before: a database and roles with settings of their own, and
 * an environment that is meant for other programs of PostgreSQL.
 */

const ELSEWHERE = {
  PGHOST: 'elsewhere.invalid',
  PGPORT: '1',
  PGUSER: 'someone',
  PGPASSWORD: 'another',
  PGDATABASE: 'another',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c search_path=elsewhere -c default_transaction_read_only=on',
  PGAPPNAME: 'another program',
  PGREPLICATION: 'database',
  PGBINARY: 'true',
  PGCLIENTENCODING: 'LATIN1',
  PGDATESTYLE: 'German',
  PGTZ: 'Asia/Kathmandu',
  PGDATA: '/nowhere',
  PGSERVICE: 'another',
  PGPASSFILE: '/nowhere',
  PGCONNECT_TIMEOUT: '1',
  NODE_PG_FORCE_NATIVE: '1',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
};

const databases: ClonedDatabase[] = [];
let folder = '';
let service: RunningService;

/** Without a table, as a database is that an administrator has just made. */
async function newDatabase(): Promise<ClonedDatabase> {
  const made = await cloneDatabase();
  databases.push(made);
  const client = new pg.Client(made.superuserUrl);
  await client.connect();
  await client.query(`drop schema public cascade; create schema public;
    grant all on schema public to satchel_owner; grant usage on schema public to public`);
  await client.end();
  await imposeSettings(made.superuserUrl, ['database', 'roles']);
  return made;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  service = await startService({ ...databaseVariables(await newDatabase()), ...ELSEWHERE });
});
after(async () => {
  await service.dispose();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('money moves, commands answer, and a backup is restored beside it', async () => {
  const [ann, bob] = await addWalletUsers(service, 2);
  assert(ann !== undefined && bob !== undefined);
  await fund(service, ann, 5000);
  const invoice = await bob.post('/invoices', { amount: 1200 });
  const paid = await ann.post('/payments/bolt11', {
    invoice: textField(invoice.body, 'payment_request'),
  });
  assert.equal(paid.status, 200);
  const bill = await (await service.simulator()).invoice({ amountSat: 300 });
  assert(bill.ok);
  const sent = await ann.post('/payments/bolt11', { invoice: bill.value.paymentRequest });
  assert.equal(sent.status, 200);
  await untilPasses(async () => assert.equal(await bob.balanceSat(), 1200));

  const alarms = await service.runProgram('alarms');
  assert(Array.isArray(alarms));
  // An alarm that there is a newer PostgreSQL is no fault of ours.
  assert(!alarms.some((alarm) => field(alarm, 'kind') !== 'database_outdated'), service.output());
  assert.equal(field(await service.runProgram('books', 'check'), 'ok'), true);
  const file = textField(await service.runProgram('backup', folder), 'file');

  const env = {
    ...service.env,
    ...(await nodeOf(service)),
    ...databaseVariables(await newDatabase()),
    SATCHEL_DATA_DIR: join(folder, 'data'),
  };
  const { stdout } = await run(process.execPath, [PROGRAM, 'restore', file, '--json'], { env });
  assert.equal(field(JSON.parse(stdout), 'books_ok'), true);
});

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
