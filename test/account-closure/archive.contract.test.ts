import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  ARCHIVE_ATTEMPTS,
  ARCHIVE_BATCH,
  MAX_ARCHIVE_FILES,
} from '../../src/account-closure/limits.ts';
import { openArchive } from '../../src/account-closure/open-archive.ts';
import { createArchiveStore } from '../../src/account-closure/sql/archive-store.ts';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { addConnection } from '../../src/apps/add-connection.ts';
import { createNwcKind } from '../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import { sat } from '../../src/base/amount.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import type { StatementFormat } from '../../src/statements/write-statement.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import {
  creditKeysend,
  failedEnd,
  newInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import { chunks, times } from '../support/money-model/many-at-once.ts';
import { startStatementBench } from '../support/statement-bench.ts';
import { createTestRates } from '../support/test-rates.ts';

const bench = await startStatementBench({ after });
const { database, world } = bench;
const users = createUserStore(database);
const RECORDS = 4000;
/** One part of a file may be this large, however long the history is. */
const PART_MAX = 100_000;

const newDeps = () => ({
  archives: createArchiveStore(database),
  activity: createActivityStore(database),
  statements: bench.statements,
  rates: createTestRates(),
  clock: systemClock,
  accounts: { attempts: createAttemptStore(database), clock: systemClock },
  archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
});

async function addPerson() {
  const person = await users.findUser(await bench.addUser());
  assert(person !== null);
  return person;
}
type Person = Awaited<ReturnType<typeof addPerson>>;

async function credit({ id }: Person, count: number): Promise<void> {
  const events = times(count, () => creditKeysend(id, { amountSat: 2 }));
  for (const list of chunks(events, 500)) await world.store.credit(list);
}

async function open(deps: ReturnType<typeof newDeps>, person: Person, format: StatementFormat) {
  const opened = await openArchive(deps, person, null, format);
  assert(opened.ok, JSON.stringify(opened));
  return opened.value;
}

const kindOf = async (deps: ReturnType<typeof newDeps>, person: Person): Promise<string> => {
  const opened = await openArchive(deps, person, null, 'csv');
  if (!opened.ok) return opened.refusal.kind;
  await opened.value.return();
  return 'opened';
};

test('4,000 records: in small parts, whole, in the chain, while more arrive', async () => {
  const person = await addPerson();
  await credit(person, RECORDS);
  const parts = await open(newDeps(), person, 'json');
  let text = '';
  let partsCount = 0;
  for await (const part of parts) {
    assert.ok(part.length <= PART_MAX, `a part of ${part.length} characters`);
    text += part;
    partsCount += 1;
    if (partsCount === 10) await credit(person, 3);
  }
  const archive = JSON.parse(text);
  assert.equal(archive.records.length, RECORDS);
  assert.deepEqual(
    archive.records.map(({ seq }: { seq: number }) => seq),
    times(RECORDS, (index) => index + 1),
  );
  assert.equal(archive.records.at(-1).balance_sat, 2 * RECORDS);
  assert.equal(archive.records.at(-1).link, archive.statements[0].chain.head);

  let lines = 0;
  for await (const part of await open(newDeps(), person, 'csv'))
    lines += part.split('\r\n').length - 1;
  assert.equal(lines, 1 + RECORDS + 3);
});

test('more notes, unpaid invoices and failed payments than are read at once: each of them once', async () => {
  const person = await addPerson();
  const count = 2 * ARCHIVE_BATCH + 7;
  await credit(person, 1000);
  for (const place of times(count, (index) => index)) {
    await world.addInvoice(newInvoice(person.id, { amountSat: place + 1 }), 'grant');
    // Many in one moment, as ids decide then.
    const event = reserveEvent(person.id, { feeReserveSat: 0 });
    await world.store.reserve([event]);
    await world.store.resolve([failedEnd(event.order.id, 'reserved')]);
  }
  await bench.superuser`
    insert into record_note (user_id, identifier, text, written_at)
    select ${person.id}, lpad(place::text, 24, '0'), 'note ' || place, now()
    from generate_series(1, ${count}::integer) place`;
  let text = '';
  for await (const part of await open(newDeps(), person, 'json')) text += part;
  const archive = JSON.parse(text);
  const distinct = (rows: readonly { readonly identifier: string }[]) =>
    new Set(rows.map(({ identifier }) => identifier)).size;
  for (const part of ['notes', 'unpaid_invoices', 'failed_payments']) {
    assert.deepEqual([archive[part].length, distinct(archive[part])], [count, count], part);
  }
});

test('one at a time for each user, until it is read or let go', async () => {
  const [person, other] = [await addPerson(), await addPerson()];
  await credit(person, 500);
  const deps = newDeps();
  const parts = await open(deps, person, 'json');
  assert.equal(await kindOf(deps, person), 'too_many_files');
  assert.equal(await kindOf(deps, other), 'opened');
  await parts.next();
  assert.equal(await kindOf(deps, person), 'too_many_files');
  await parts.return();
  assert.equal(await kindOf(deps, person), 'opened');
  for await (const _ of await open(deps, person, 'json'));
  assert.equal(await kindOf(deps, person), 'opened');
});

test('is given back when it cannot begin', async () => {
  const person = await addPerson();
  const deps = newDeps();
  const broken = {
    ...deps,
    archives: { ...deps.archives, readPerson: () => Promise.reject(new Error('away')) },
  };
  await assert.rejects(openArchive(broken, person, null, 'json'), /away/);
  assert.equal(await kindOf(deps, person), 'opened');
});

test('few in all', async () => {
  const [person, deps] = [await addPerson(), newDeps()];
  for (let time = 0; time < ARCHIVE_ATTEMPTS.burst; time += 1) {
    assert.equal(await kindOf(deps, person), 'opened');
  }
  assert.equal(await kindOf(deps, person), 'too_many_attempts');
  assert.equal(await kindOf(deps, person), 'too_many_attempts', 'and it was let go');
  assert.equal(await kindOf(deps, await addPerson()), 'opened');
});

test('it holds the apps that are connected by links, and nothing that proves them', async () => {
  const person = await addPerson();
  const parts = { clock: systemClock, random: systemRandom };
  const kind = createNwcKind({
    ...parts,
    nwcKeys: createNwcKeyStore(database),
    addressNames: { findName: async () => null },
    addressDomain: () => 'pay.example',
    sealKey: async () => new Uint8Array(32).fill(7),
    relays: () => ['wss://wallet.example/relay'],
  });
  const connections = createConnectionStore(database);
  const input = { userId: person.id, name: 'Zeus', budget: null, expiresAt: null };
  const scopes = ['balance:read', 'payments:send'] as const;
  const added = await addConnection({ ...parts, connections }, kind, { ...input, scopes });
  assert(added.ok);
  let text = '';
  for await (const part of await open(newDeps(), person, 'json')) text += part;
  const [app, ...others] = JSON.parse(text).connected_apps;
  assert.deepEqual(others, []);
  assert.deepEqual([app.kind, app.name, app.scopes], ['nwc', 'Zeus', scopes.join(' ')]);
  assert.equal(app.devices.length, 1);
  const secret = new URL(added.value.secret.link).searchParams.get('secret') ?? '';
  const { clientPubkey, walletPubkey } = added.value.secret;
  for (const proof of [secret, clientPubkey, walletPubkey]) assert.ok(!text.includes(proof));
});

/**
 * What records and statements say, which the file has beside; secrets; and what only serves the
 * work of a moment, or of operators.
 */
const NOT_ARCHIVED = [
  ...['address_invoice', 'address_name_change', 'address_name_release', 'backup_code'],
  ...['books_proven', 'budget_told', 'idempotency_key', 'invitation', 'one_time_link', 'outbox'],
  'pay_order',
  ...['payment_batch', 'posting', 'receipt', 'send_draft', 'settled_record', 'statement_close'],
  ...['statement_open', 'user_change', 'user_limit', 'withdraw_draft', 'zap_delivery'],
];

test('every table with rows of a user is in their archive, or known not to be', async () => {
  const { id: userId } = await addPerson();
  const unread = await database.transaction(async (sql) => {
    const archives = createArchiveStore({ ...database, query: (work) => work(sql) });
    assert(await archives.readPerson(userId));
    for (const part of archives.parts) {
      await part.listRows({ userId, after: null, limit: ARCHIVE_BATCH });
    }
    const rows = await sql<{ name: string }[]>`
      select c.relname::text as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and pg_stat_get_xact_numscans(c.oid) = 0
        and not exists (
          select from pg_index i
          where i.indrelid = c.oid and pg_stat_get_xact_numscans(i.indexrelid) > 0)
      order by 1`;
    return rows.map(({ name }) => name);
  });
  assert.deepEqual(unread, NOT_ARCHIVED);
});

test('it holds limits, and above which amounts payments wait for approval', async () => {
  const person = await addPerson();
  const grant = { userId: person.id, grantId: 'grant' };
  const asking = {
    limitSat: null,
    askAboveSat: sat(21n),
    interval: 'ever',
    expiresAt: null,
  } as const;
  await world.budgets.setBudget(grant, asking, systemClock.now());
  let text = '';
  for await (const part of await open(newDeps(), person, 'json')) text += part;
  const [budget, ...others] = JSON.parse(text).budgets;
  assert.deepEqual(others, []);
  const { grant_id, limit_sat, ask_above_sat } = budget;
  assert.deepEqual([grant_id, limit_sat, ask_above_sat], ['grant', null, 21]);
});
