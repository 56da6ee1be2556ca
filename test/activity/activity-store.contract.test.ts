import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import {
  type ActivityEntry,
  type ActivityPosition,
  type ActivityStore,
  NEWEST_ACTIVITY,
} from '../../src/activity/activity-store.ts';
import { SEARCHED_BYTES, SEARCHED_INVOICES, SEARCHED_RECORDS } from '../../src/activity/limits.ts';
import {
  ALL_ACTIVITY,
  type ReadActivityInput,
  readActivity,
} from '../../src/activity/read-activity.ts';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { sat } from '../../src/base/amount.ts';
import { MAX_CONTACTS } from '../../src/contacts/limits.ts';
import type { Database } from '../../src/database/db.ts';
import { BY_INDEX } from '../../src/database/pool.ts';
import type { Sql } from '../../src/database/sql.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { vacuumAll } from '../support/vacuum.ts';

/** The list of all that moved a user's money: what it shows, and what it costs. */

const opened = await testDatabase({ after });
const { database } = opened;
const superuser = postgres(opened.superuserUrl, { max: 1 });
after(() => superuser.end());
// Rows of many wallets and nodes that are not there.
await superuser`set session_replication_role = replica`;

const LONG = '00000000-0000-7000-8000-0000000000aa';
const SHORT = '00000000-0000-7000-8000-0000000000bb';
const BUSY = '00000000-0000-7000-8000-0000000000dd';
const QUIET = '00000000-0000-7000-8000-0000000000ee';
const CROWDED = '00000000-0000-7000-8000-0000000000ff';
const GROWING = '00000000-0000-7000-8000-0000000000cc';
const HOARDER = '00000000-0000-7000-8000-0000000000ad';
const PAYER = '00000000-0000-7000-8000-0000000000ab';
const OTHER_PAYER = '00000000-0000-7000-8000-0000000000ac';
const RECORDS = SEARCHED_RECORDS + 2500;
const FEW = 25;
const BEGIN = '2026-01-01T00:00:00Z';

/** Booked a minute apart, three at a time; each third went out; one in a hundred has a word. */
async function addRecords(userId: string, first: number, last: number): Promise<void> {
  await superuser`
    insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
      settled_at, booked_at, seq, has_boostagram, kind, amount_msat, fee_msat, body)
    select gen_random_uuid(), ${userId},
      (case when n % 3 = 0 then 'outgoing' else 'incoming' end)::record_direction,
      'r' || ${userId.slice(-2)}::text || n, sha256(int8send(n)), ${BEGIN}, ${BEGIN},
      ${BEGIN}::timestamptz + (n / 3) * interval '1 minute', n, false, 'keysend', n * 1000, 0,
      json_build_object('amount', n, 'identifier', 'r' || ${userId.slice(-2)}::text || n,
        'memo', case when n % 100 = 7 then 'Grüße' else repeat('x', 1200) end,
        'type', case when n % 3 = 0 then 'outgoing' else 'incoming' end, 'fee', 0,
        'payment_request', '')
    from generate_series(${first}::bigint, ${last}::bigint) n`;
}

/** All of them went to one address, which is that of no contact; contacts are as many as may be. */
async function addPaid(userId: string, count: number): Promise<void> {
  const id = superuser`md5(${userId} || n)::uuid`;
  const preimage = superuser`sha256(convert_to(${userId} || n, 'UTF8'))`;
  await superuser`
    insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
      settled_at, booked_at, seq, has_boostagram, body)
    select ${id}, ${userId}, 'outgoing', 'p' || ${userId.slice(-2)}::text || n,
      sha256(int8send(n)), ${BEGIN}, ${BEGIN}, ${BEGIN}, n, false,
      json_build_object('amount', n, 'identifier', n, 'type', 'outgoing', 'fee', 0,
        'metadata', json_build_object('recipient_data',
          json_build_object('identifier', 'shop@shop.example')))
    from generate_series(1, ${count}) n`;
  await superuser`
    insert into payment (id, identifier, user_id, grant_id, kind, path, state, payment_hash,
      amount_msat, held_msat, destination, bolt11, records, created_at, ended_at, node_pubkey,
      preimage, fee_msat, sent_to)
    select ${id}, 'p' || ${userId.slice(-2)}::text || n, ${userId}, 'app', 'bolt11', 'node',
      'settled', sha256(${preimage}), n * 1000, 0, 'payee', 'ln', '{}', ${BEGIN}, now(), 'node',
      ${preimage}, 0, '{"payee":"shop@shop.example","comment":null,"successAction":null}'
    from generate_series(1, ${count}) n`;
  await superuser`
    insert into contact (id, user_id, name, name_key, target, created_at)
    select gen_random_uuid(), ${userId}, 'Zoe ' || n, 'zoe ' || n, n || '@shop.example', ${BEGIN}
    from generate_series(1, ${MAX_CONTACTS}) n`;
}

/** Ordered a quarter of a minute after the records of the same number, by apps in turn. */
async function addFailed(userId: string, count: number): Promise<void> {
  await superuser`
    insert into payment (id, identifier, user_id, grant_id, kind, path, state, payment_hash,
      amount_msat, held_msat, destination, bolt11, memo, records, created_at, ended_at,
      failure_reason, failure_message, node_pubkey)
    select gen_random_uuid(), 'f' || ${userId.slice(-2)}::text || n, ${userId}, 'app' || n % 4,
      'bolt11', 'node', 'failed', sha256(int8send(-n)), n * 1000, n * 1000, 'payee', 'ln',
      'failed ' || n, '{}', ${BEGIN}::timestamptz + n * interval '1 minute' + interval '15 seconds',
      now(), 'no_route', 'No.', 'node'
    from generate_series(1, ${count}) n`;
}

/** Open for a day, and made within a second. */
async function addInvoices(userId: string, count: number, from = 1, by = 'app'): Promise<void> {
  await superuser`
    insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
      amount_sat, bolt11, expiry_sec, created_at, expires_at)
    select gen_random_uuid(), 'i' || ${userId.slice(-2)}::text || n, ${userId}, ${by}, 'node',
      sha256(preimage), preimage, n, 'lnbc' || n, 86400, at, at + interval '1 day'
    from generate_series(${from}::integer, ${from + count - 1}) n
    cross join lateral (
      select convert_to(${userId} || n, 'UTF8') as preimage,
        ${BEGIN}::timestamptz + n * interval '1 millisecond' as at) one`;
}

await addRecords(LONG, 1, RECORDS);
await addInvoices(BUSY, 3000);
await addInvoices(QUIET, 3);
await addInvoices(CROWDED, 1);
await addInvoices(CROWDED, 2 * SEARCHED_INVOICES, 2, 'address');
await addRecords(SHORT, 1, FEW);
await addRecords(GROWING, 1, FEW);
await addFailed(LONG, 3000);
await addFailed(SHORT, 5);
await addPaid(PAYER, RECORDS);
await addPaid(OTHER_PAYER, RECORDS);
await eventually('all of it is visible', async () => {
  for (const table of ['settled_record', 'payment', 'invoice', 'contact']) {
    await vacuumAll(superuser, table);
  }
  const [seen] = await superuser`
    select 1 from pg_class
    where oid = 'settled_record'::regclass and relallvisible = relpages`;
  return seen === undefined ? null : true;
});

const store = createActivityStore(database);

const input = (fields: Partial<ReadActivityInput>): ReadActivityInput => ({
  ...ALL_ACTIVITY,
  userId: LONG,
  before: null,
  limit: 20,
  now: new Date(BEGIN),
  ...fields,
});

async function read(fields: Partial<ReadActivityInput>) {
  const page = await readActivity({ activity: store }, input(fields));
  assert(typeof page !== 'string', 'the search has ended');
  return page;
}

const nameOf = (entry: ActivityEntry): string => JSON.parse(entry.body).identifier;

/** All that the pages show, one after the other. */
async function walk(fields: Partial<ReadActivityInput>) {
  const names: string[] = [];
  let pages = 0;
  for (let before: ActivityPosition | null = null; ; ) {
    const page = await read({ ...fields, before });
    names.push(...page.entries.map(nameOf));
    pages += 1;
    if (page.older === null) return { names, pages };
    before = page.older;
  }
}

/** What the list should hold, by one statement that reads everything. */
async function expected(userId: string, condition: string): Promise<readonly string[]> {
  const rows = await superuser<{ name: string }[]>`
    select name from (
      select identifier as name, booked_at as at, 1 as list, seq as place, direction::text,
        (body::json ->> 'amount')::bigint as amount, body::json ->> 'memo' as memo, null as app
      from settled_record where user_id = ${userId}
      union all
      select identifier, created_at, 2, 0, 'outgoing', amount_msat / 1000, memo, grant_id
      from payment where user_id = ${userId} and failure_reason is not null
    ) one
    where ${superuser.unsafe(condition)}
    order by at desc, list, place desc`;
  return rows.map(({ name }) => name);
}

describe('pages one after the other show each record once, newest first:', () => {
  const cases: readonly (readonly [Partial<ReadActivityInput>, string])[] = [
    [{ limit: 700 }, 'true'],
    [{ userId: SHORT, limit: 1 }, 'true'],
    [{ userId: SHORT, limit: 20 }, 'true'],
    [{ direction: 'incoming', limit: 700 }, "direction = 'incoming'"],
    [{ direction: 'outgoing', limit: 700 }, "direction = 'outgoing'"],
    [{ state: 'failed', limit: 700 }, 'list = 2'],
    [{ state: 'settled', limit: 700 }, 'list = 1'],
    [{ grantId: 'app2', limit: 100 }, "app = 'app2'"],
    [{ minAmountSat: sat(12_400n) }, 'amount >= 12400'],
    [
      { minAmountSat: sat(12_400n), direction: 'incoming' },
      "amount >= 12400 and list = 1 and direction = 'incoming'",
    ],
    [{ text: 'GRÜSSE'.replace('SS', 'ß') }, "memo = 'Grüße'"],
    [{ text: 'failed 29' }, "memo like 'failed 29%'"],
    [
      { from: new Date('2026-01-01T10:00:00Z'), to: new Date('2026-01-01T10:07:00Z') },
      "at >= '2026-01-01T10:00:00Z' and at < '2026-01-01T10:07:00Z'",
    ],
    [{ from: new Date('2027-01-01') }, 'false'],
    [{ to: new Date('2025-01-01') }, 'false'],
    [{ to: new Date('2026-01-01T00:03:00Z') }, "at < '2026-01-01T00:03:00Z'"],
  ];
  for (const [fields, condition] of cases) {
    test(condition, async () => {
      const userId = fields.userId ?? LONG;
      assert.deepEqual((await walk(fields)).names, await expected(userId, condition));
    });
  }
});

describe('a search', () => {
  test('looks at so many records for a page, says how far, and goes on from there', async () => {
    const first = await read({ minAmountSat: sat(1n), text: 'nowhere to be found' });
    assert.deepEqual(first.entries, []);
    assert(first.older !== null && first.lookedBackTo !== null);
    const oldestSeen = RECORDS + 1 - SEARCHED_RECORDS;
    const at = Date.parse(BEGIN) + Math.floor(oldestSeen / 3) * 60_000;
    assert.equal(first.lookedBackTo.getTime(), at);
    assert.equal(first.older.settledBefore, BigInt(oldestSeen));
    const rest = await read({ text: 'nowhere to be found', before: first.older });
    assert.deepEqual([rest.entries, rest.older], [[], null]);
  });

  test('of one user waits for the one before it', async () => {
    const found = await Promise.all(
      Array.from({ length: 12 }, () => read({ text: 'GRÜSSE'.replace('SS', 'ß') })),
    );
    assert(found.every(({ entries }) => entries.length === 20));
  });

  test('finds signs of patterns only as themselves', async () => {
    for (const text of ['%', '_', '\\', 'x%x', "'", '.', '^', 'x*', '***=x', '(?i)x', '[x]']) {
      const { entries } = await read({ userId: SHORT, text });
      assert.deepEqual(entries, [], text);
    }
  });
});

test('what comes in between two pages moves nothing', async () => {
  const first = await read({ userId: GROWING, limit: 10 });
  await addRecords(GROWING, FEW + 1, FEW + 9);
  await addFailed(GROWING, 3);
  assert(first.older !== null);
  const second = await read({ userId: GROWING, limit: 100, before: first.older });
  const names = [...first.entries, ...second.entries].map(nameOf).filter((name) => name[0] === 'r');
  assert.deepEqual(
    names,
    Array.from({ length: FEW }, (_, index) => `rcc${FEW - index}`),
  );
});

/** Blocks of tables and indexes that a page reads. */
const blocksRead = (fields: Partial<ReadActivityInput>): Promise<number> =>
  blocksReadBy((activity) => readActivity({ activity }, input(fields)));

async function blocksReadBy(read: (store: ActivityStore) => Promise<unknown>): Promise<number> {
  return await database.transaction(async (sql) => {
    for (const [name, value] of Object.entries(BY_INDEX)) {
      await sql`select set_config(${name}, ${value}, true)`;
    }
    const inTransaction: Database = {
      ...database,
      query: (work) => work(sql),
      transaction: (work) => work(sql),
    };
    const activity = createActivityStore(inTransaction);
    const before = await blocksReadSoFar(sql);
    await read(activity);
    return (await blocksReadSoFar(sql)) - before;
  });
}

async function blocksReadSoFar(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer as count from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`;
  assert(row !== undefined);
  return row.count;
}

describe('open invoices:', () => {
  test('the newest come first, and no more are read than a few', async () => {
    const { waiting } = await read({ userId: BUSY });
    assert.equal(waiting.length, SEARCHED_INVOICES);
    assert.equal(waiting[0]?.invoice.identifier, 'idd3000');
    const few = await read({ userId: QUIET });
    assert.deepEqual(
      few.waiting.map(({ invoice }) => invoice.identifier),
      ['iee3', 'iee2', 'iee1'],
    );
  });

  test('those that strangers asked for by an address push none out', async () => {
    const { waiting } = await read({ userId: CROWDED });
    assert.deepEqual(
      waiting.map(({ invoice }) => invoice.identifier),
      ['iff1'],
    );
  });

  test('none stands on a later page', async () => {
    const { waiting } = await read({ userId: BUSY, before: NEWEST_ACTIVITY });
    assert.equal(waiting.length, 0);
  });
});

describe('what a page reads', () => {
  test('does not grow with the number of records', async () => {
    const few = await blocksRead({ userId: SHORT });
    const many = await blocksRead({ userId: LONG });
    assert(many <= few + 20, `${few} with ${FEW}, ${many} with ${RECORDS}`);
    assert(many < 250, `${many} blocks`);
  });

  test('does not grow with the number of open invoices', async () => {
    const few = await blocksRead({ userId: QUIET });
    const many = await blocksRead({ userId: BUSY });
    assert(many <= few + SEARCHED_INVOICES + 20, `${few} with 3, ${many} with 3000`);
  });

  test('does not grow with how far back it is', async () => {
    const { older } = await read({ limit: 2000 });
    const near = await blocksRead({});
    const far = await blocksRead({ before: older });
    assert(far <= near + 20, `${near} near, ${far} far`);
  });

  test('of a time long ago is found without walking there', async () => {
    const near = await blocksRead({});
    const to = new Date('2026-01-01T02:00:00Z');
    const far = await blocksRead({ to });
    // A walk there would read some 2,500; each rail is asked by itself.
    assert(far <= near + 350, `${near} near, ${far} far`);
  });

  test('in a search is bounded by what may be looked at', async () => {
    const searched = await blocksRead({ text: 'nowhere' });
    assert(searched < 3 * SEARCHED_RECORDS, `${searched} blocks`);
  });

  test('in a search by the names of contacts is bounded as well, along keys', async () => {
    const searched = await blocksRead({ userId: PAYER, text: 'zoe' });
    const whole = await blocksRead({ userId: PAYER, text: 'nowhere' });
    // The payment of a record is looked up in three or four blocks.
    assert(searched < whole + 5 * SEARCHED_RECORDS, `${searched} blocks, ${whole} without`);
  });

  test('of one record, paid or failed, is found by its name', async () => {
    for (const prefix of ['r', 'f']) {
      const find = (userId: string, end: string) =>
        blocksReadBy(async (activity) => {
          assert.notEqual(await activity.find(userId, `${prefix}${end}`), null);
        });
      const few = await find(SHORT, 'bb3');
      const many = await find(LONG, 'aa1500');
      assert(many <= few + 20, `${few} with ${FEW}, ${many} with ${RECORDS}`);
    }
  });

  test('of failed payments stands in their own index', async () => {
    const few = await blocksRead({ userId: SHORT, state: 'failed' });
    const many = await blocksRead({ userId: LONG, state: 'failed' });
    assert(many <= few + 40, `${few} with 5, ${many} with 3000`);
  });
});

/** Bodies of 15 KB that repeat one letter, as metadata of invoices can. */
async function addLarge(userId: string, count: number): Promise<void> {
  await superuser`
    insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
      settled_at, booked_at, seq, has_boostagram, body)
    select gen_random_uuid(), ${userId}, 'incoming', 'l' || n, sha256(int8send(n)), ${BEGIN},
      ${BEGIN}, ${BEGIN}::timestamptz + n * interval '1 minute', n, false,
      json_build_object('amount', n, 'identifier', 'l' || n, 'memo', repeat('a', 15000),
        'type', 'incoming', 'fee', 0, 'payment_request', '')
    from generate_series(1, ${count}) n`;
}

describe('a search of large records', () => {
  const COUNT = Math.ceil(SEARCHED_BYTES / 15_000) + 100;
  before(() => addLarge(HOARDER, COUNT));

  test('reads so many bytes for a page, says how far, and goes on from there', async () => {
    const first = await read({ userId: HOARDER, text: 'nowhere' });
    assert(first.older !== null && first.lookedBackTo !== null);
    const looked = COUNT + 1 - Number(first.older.settledBefore);
    assert(looked * 15_000 <= SEARCHED_BYTES, `${looked} records`);
    assert((looked + 1) * 15_200 > SEARCHED_BYTES, `${looked} records`);
    const rest = await read({ userId: HOARDER, text: 'nowhere', before: first.older });
    assert.equal(rest.older, null);
  });

  test('goes over them once, however many letters the text has', async () => {
    const from = opened.statements.length;
    const { entries } = await read({ userId: HOARDER, text: `${'a'.repeat(99)}b` });
    assert.deepEqual(entries, []);
    // Both go over a text again and again where it repeats itself.
    const searches = opened.statements.slice(from).filter((text) => /record\.body/.test(text));
    assert.equal(searches.length, 1);
    // Looks for a few letters of ours are no harm.
    const asked = searches.join().replaceAll(/position\('[^']{1,6}' in/g, '');
    assert.doesNotMatch(asked, /like|strpos|position/i);
  });

  test('that is given up says so, and is no fault', async () => {
    const impatient = createActivityStore(database, 50);
    const locking = postgres(opened.superuserUrl, { max: 1 });
    try {
      await locking.begin(async (sql) => {
        await sql`lock table settled_record in access exclusive mode`;
        const page = await readActivity({ activity: impatient }, input({ text: 'x' }));
        assert.equal(page, 'too_slow');
      });
    } finally {
      await locking.end();
    }
    assert.notEqual((await read({ text: 'Grüße' })).entries.length, 0);
  });
});
