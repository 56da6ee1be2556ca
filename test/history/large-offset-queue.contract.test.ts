import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { MAX_DEEP_LISTS, MAX_WAITING_LISTS } from '../../src/base/limits.ts';
import type { Database } from '../../src/database/db.ts';
import { BY_INDEX } from '../../src/database/pool.ts';
import type { Sql } from '../../src/database/sql.ts';
import type { HistoryQuery } from '../../src/history/history-store.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { testDatabase } from '../support/database.ts';
import { vacuumAll } from '../support/vacuum.ts';

/** What a page far behind the begin of a list costs, and whom it keeps waiting. */

const opened = await testDatabase({ after });
const { database } = opened;
const superuser = postgres(opened.superuserUrl, { max: 1 });
after(() => superuser.end());

const RECORDS = 4000;
const USER = '00000000-0000-7000-8000-0000000000aa';
const BODY_LENGTH = 1500;

/** Settled in another order than created; five share each moment; every third went out. */
await superuser`
  insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
    settled_at, booked_at, seq, has_boostagram, body)
  select gen_random_uuid(), ${USER},
    (case when n % 3 = 0 then 'outgoing' else 'incoming' end)::record_direction,
    'record' || n, sha256(int8send(n)), timestamptz '2026-01-01Z' + (n / 5) * interval '1 second',
    now(), now(), ${RECORDS} + 1 - n, false,
    json_build_object('n', n, 'identifier', 'record' || n, 'memo', repeat('x', ${BODY_LENGTH}))
  from generate_series(1::bigint, ${RECORDS}) n`;
await vacuumAll(superuser, 'settled_record');

const query = (fields: Partial<HistoryQuery>): HistoryQuery => ({
  userId: USER,
  direction: 'both',
  createdAfter: null,
  createdBefore: null,
  since: null,
  before: null,
  settledSince: null,
  offset: 0,
  limit: 1,
  ...fields,
});

type HistoryReader = Pick<ReturnType<typeof createHistoryStore>, 'listRecords'>;

async function list(
  history: HistoryReader,
  fields: Partial<HistoryQuery>,
): Promise<readonly string[]> {
  const answer = await history.listRecords(query(fields));
  assert(answer.kind === 'records');
  return answer.bodies;
}

/** Blocks of the table and of its indexes that a list reads, its body among them. */
async function blocksRead(fields: Partial<HistoryQuery>): Promise<number> {
  return await database.transaction(async (sql) => {
    for (const [name, value] of Object.entries(BY_INDEX)) {
      await sql`select set_config(${name}, ${value}, true)`;
    }
    const inTransaction: Database = { ...database, query: (work) => work(sql) };
    const history = createHistoryStore(inTransaction);
    await list(history, fields);
    const before = await blocksReadSoFar(sql);
    const bodies = await list(history, fields);
    assert.equal(bodies.length, fields.limit ?? 1);
    return (await blocksReadSoFar(sql)) - before;
  });
}

async function blocksReadSoFar(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select sum(pg_stat_get_xact_blocks_fetched(oid))::integer as count
    from (
      select 'settled_record'::regclass::oid as oid
      union all select indexrelid from pg_index where indrelid = 'settled_record'::regclass
    ) relation`;
  assert(row !== undefined);
  return row.count;
}

describe('the cost of a page', () => {
  test('grows with its distance by entries of an index only', async () => {
    for (const fields of [
      {},
      { direction: 'incoming' },
      { createdAfter: new Date('2026-01-01T00:00:01Z') },
      { settledSince: `record${RECORDS}` },
    ] as const) {
      const near = await blocksRead({ ...fields, offset: 60, limit: 2 });
      const far = await blocksRead({ ...fields, offset: 2500, limit: 2 });
      // All bodies before it fill 800 blocks, the entries of an index some 30.
      assert(far - near < 120, `${JSON.stringify(fields)}: ${near} near, ${far} far`);
    }
  });

  test('of settlement does not grow at all where nothing is left out', async () => {
    const since = `record${RECORDS}`;
    const near = await blocksRead({ settledSince: since, offset: 1, limit: 5 });
    const far = await blocksRead({ settledSince: since, offset: 3900, limit: 5 });
    assert(Math.abs(far - near) <= 8, `${near} near, ${far} far`);
  });
});

describe('a deep page', () => {
  const history = createHistoryStore(database);

  test('shows the same in the same order as walking there', async () => {
    for (const fields of [
      {},
      { direction: 'outgoing' },
      { createdBefore: new Date('2026-01-01T00:05:00Z') },
      { settledSince: 'record3999' },
      { settledSince: 'record3999', direction: 'incoming' },
      { settledSince: 'record3000', createdAfter: new Date('2026-01-01T00:01:00Z') },
    ] as const) {
      const all = await list(history, { ...fields, limit: RECORDS });
      for (const [offset, limit] of [
        [51, 1],
        [700, 50],
        [all.length - 3, 50],
        [all.length, 5],
        [1_000_000_000, 5],
      ] as const) {
        const page = await list(history, { ...fields, offset, limit });
        assert.deepEqual(page, all.slice(offset, offset + limit), `${offset} ${limit}`);
      }
    }
  });

  test('of one order is what the table says', async () => {
    const rows = await superuser<{ n: number }[]>`
      select (body::json ->> 'n')::integer as n from settled_record
      order by created_at desc, id desc`;
    const expected = rows.map(({ n }) => n);
    const bodies = await list(history, { offset: 1234, limit: 40 });
    const shown: unknown[] = bodies.map((body) => JSON.parse(body).n);
    assert.deepEqual(shown, expected.slice(1234, 1274));
  });
});

describe('deep pages at once', () => {
  /** Statements that do not end before a test says so. */
  function startSlow() {
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const slow: Database = {
      ...database,
      query: async (work) => {
        let isWalk = false;
        const answering = work(
          new Proxy(database.sql, {
            apply: (sql, self, [texts, ...values]) => {
              // Each walk begins with a look at the wallet.
              if (String(texts).includes('has_others')) isWalk = true;
              return Reflect.apply(sql, self, [texts, ...values]);
            },
          }),
        );
        if (!isWalk) return await answering;
        running += 1;
        most = Math.max(most, running);
        const answer = await answering;
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return answer;
      },
    };
    return {
      history: createHistoryStore(slow),
      most: () => most,
      running: () => running,
      endAll: async (all: Promise<unknown>) => {
        let isOver = false;
        void all.then(() => {
          isOver = true;
        });
        while (!isOver) {
          for (const end of ends.splice(0)) end();
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    };
  }

  test('of one user run one after the other, and all are answered', async () => {
    const slow = startSlow();
    const all = Promise.all(
      Array.from({ length: 60 }, () => list(slow.history, { offset: 3000, limit: 5 })),
    );
    await slow.endAll(all);
    const pages = await all;
    assert(pages.every((page) => page.length === 5));
    assert.equal(slow.most(), 1);
  });

  test('of many users leave connections for others', async () => {
    const slow = startSlow();
    const users = Array.from({ length: 30 }, (_, n) => `${USER.slice(0, -2)}${10 + n}`);
    const all = Promise.all(
      users.map((userId) => list(slow.history, { userId, offset: 3000, limit: 5 })),
    );
    await slow.endAll(all);
    assert.deepEqual((await all).flat(), []);
    assert.equal(slow.most(), MAX_DEEP_LISTS);
  });

  test('wait for their turn up to a bound', async () => {
    const slow = startSlow();
    const count = MAX_WAITING_LISTS + 2;
    const all = Promise.all(
      Array.from({ length: count }, () =>
        slow.history.listRecords(query({ offset: 3000, limit: 1 })),
      ),
    );
    await slow.endAll(all);
    const kinds = (await all).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'records').length, MAX_WAITING_LISTS + 1);
    assert.equal(kinds.filter((kind) => kind === 'too_many_lists').length, 1);
  });
});
