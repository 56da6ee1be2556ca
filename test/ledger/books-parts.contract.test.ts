import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import postgres from 'postgres';
import type { BooksFinding, BooksPart, BooksStore } from '../../src/ledger/books/books-store.ts';
import { BOOKS_BOUNDS } from '../../src/ledger/books/sql/books-bounds.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { checkNewLines, noteProven } from '../../src/ledger/books/sql/check-new-lines.ts';
import { checkSlice, moveSweep } from '../../src/ledger/books/sql/check-slice.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditUnclaimed,
  failedEnd,
  NODE_PUBKEY,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** A slice has one user or one id, and a step two lines, unless a user is not done with them. */
const TINY = { stepLines: 2, sliceLines: 1, sliceTransfers: 1 };
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Bench = Awaited<ReturnType<typeof startBench>>;

async function startBench(t: TestContext) {
  const { database, superuserUrl } = await testDatabase(t);
  const superuser = postgres(superuserUrl, { max: 1 });
  t.after(() => superuser.end());
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const [payer, payee] = [await addUser(world, 100_000), await addUser(world, 1000)];
  return {
    ...{ database, superuser, world, payer, payee },
    books: createBooksStore(database),
    tiny: createBooksStore(database, TINY),
    /** Changes rows without triggers, as only a superuser can. */
    tamper: async (text: string) => {
      await superuser.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        const { count } = await sql.unsafe(text);
        assert.ok(count > 0, 'there was something to change');
      });
    },
    /** One payment within the service: a line and a record on either side. */
    pay: async () => {
      const invoice = await addInvoice(world, payee);
      await world.store.settleInternal([payInvoice(payer, invoice)]);
    },
  };
}

/** One of each other kind of movement, and a payment that stays open. */
async function liveALittle({ world, payer, payee }: Bench): Promise<void> {
  const [settled, failed, open] = [reserveEvent(payer), reserveEvent(payer), reserveEvent(payer)];
  await world.store.reserve([settled, failed, open]);
  await world.store.resolve([settledEnd(settled.order), failedEnd(failed.order.id, 'reserved')]);
  const invoice = await addInvoice(world, payee);
  await world.store.credit([creditInvoice(invoice, true), creditUnclaimed()]);
}

async function checkAllNew(books: BooksStore): Promise<readonly BooksPart[]> {
  const parts: BooksPart[] = [];
  do parts.push(await books.checkNewLines(parts.at(-1)?.nextUser ?? null));
  while (parts.at(-1)?.nextUser !== null && parts.length < 1000);
  return parts;
}

const findingsOf = (parts: readonly BooksPart[]): readonly BooksFinding[] =>
  parts.flatMap(({ findings }) => findings);
const linesOf = (parts: readonly BooksPart[]): number =>
  parts.reduce((sum, { linesCount }) => sum + linesCount, 0);

/** Checks slices until the sweep ends or one has findings. */
async function sweep(books: BooksStore) {
  let slices = 0;
  let findings = await books.checkSlice();
  while (findings?.length === 0 && slices < 1000) {
    slices += 1;
    findings = await books.checkSlice();
  }
  return { slices, findings: findings ?? [] };
}

/** Lets the last sweep have begun and ended this long ago. */
const endedAgo = ({ superuser }: Bench, begun: string, ended: string) => superuser`
  update books_sweep set begun_at = now() - ${begun}::interval,
    ended_at = now() - ${ended}::interval`;

describe('what is new in the books', () => {
  test('is checked once, and the rest is not read again', async (t) => {
    const bench = await startBench(t);
    await liveALittle(bench);
    const first = await checkAllNew(bench.books);
    assert.deepEqual(findingsOf(first), []);
    const [{ lines } = {}] = await bench.superuser<{ lines: number }[]>`
      select sum(wallet_seq + held_seq + record_seq)::int as lines from wallet`;
    assert.equal(linesOf(first), lines);
    assert.equal(linesOf(await checkAllNew(bench.books)), 0);
    await bench.pay();
    assert.equal(linesOf(await checkAllNew(bench.books)), 4);
    assert.deepEqual((await bench.books.checkBooks()).findings, []);
  });

  test('is checked in steps, also the many lines of one user', async (t) => {
    const bench = await startBench(t);
    await liveALittle(bench);
    for (let count = 0; count < 5; count += 1) await bench.pay();
    const parts = await checkAllNew(bench.tiny);
    assert.deepEqual(findingsOf(parts), []);
    assert.ok(parts.length > 4, `${parts.length} steps`);
    assert.ok(Math.max(...parts.map(({ linesCount }) => linesCount)) <= 3 * TINY.stepLines);
    const rest = await bench.superuser`
      select from wallet full join books_proven p using (user_id)
      where (wallet.wallet_seq, wallet.held_seq, wallet.record_seq) is distinct from
        (p.wallet_seq, p.held_seq, p.record_seq)`;
    assert.equal(rest.length, 0, 'all is noted');
  });

  test('a process that dies between two steps leaves the rest to the next one', async (t) => {
    const bench = await startBench(t);
    for (let count = 0; count < 5; count += 1) await bench.pay();
    const { linesCount } = await bench.tiny.checkNewLines(null);
    assert.ok(linesCount > 0);
    const [{ lines } = {}] = await bench.superuser<{ lines: number }[]>`
      select sum(wallet_seq + held_seq + record_seq)::int as lines from wallet`;
    assert.equal(linesOf(await checkAllNew(bench.tiny)), (lines ?? 0) - linesCount);
  });

  for (const [name, damage] of [
    ['an amount', `update posting set amount_msat = amount_msat - 1000 where account = 'wallet'`],
    ['a balance', `update wallet set wallet_msat = wallet_msat + 1000`],
    ['a line', `delete from posting where account = 'wallet' and amount_msat > 0`],
    ['a payment', `update payment set amount_msat = 5000 where path = 'internal'`],
    ['a record', `delete from settled_record where direction = 'incoming'`],
    ['an invoice', `update invoice set receipts_count = 7 where receipts_count = 1`],
  ] as const) {
    test(`${name} that is wrong is found, and stays to be checked`, async (t) => {
      const bench = await startBench(t);
      await checkAllNew(bench.books);
      await bench.pay();
      await bench.tamper(damage);
      for (const books of [bench.books, bench.books, bench.tiny])
        assert.ok(findingsOf(await checkAllNew(books)).length > 0);
    });
  }

  test('no commit slips under what was checked while payments go on', async (t) => {
    const bench = await startBench(t);
    let isOver = false;
    const paying = (async () => {
      for (let count = 0; count < 30; count += 1) await bench.pay();
      isOver = true;
    })();
    let lines = 0;
    while (!isOver) {
      for (const books of [bench.tiny, bench.books]) {
        const parts = await checkAllNew(books);
        assert.deepEqual(findingsOf(parts), []);
        lines += linesOf(parts);
        await bench.superuser`delete from books_sweep`;
        assert.deepEqual((await sweep(books)).findings, []);
      }
    }
    await paying;
    lines += linesOf(await checkAllNew(bench.books));
    const [{ all } = {}] = await bench.superuser<{ all: number }[]>`
      select sum(wallet_seq + held_seq + record_seq)::int as all from wallet`;
    assert.equal(lines, all, 'each line once');
    assert.deepEqual((await bench.books.checkBooks()).findings, []);
  });
});

describe('a note of what was checked', () => {
  test('that is from a newer database than the books is not believed', async (t) => {
    const bench = await startBench(t);
    await bench.pay();
    await checkAllNew(bench.books);
    await bench.tamper(`update books_proven set wallet_seq = 1000, record_seq = 1000`);
    const parts = await checkAllNew(bench.books);
    assert.deepEqual(findingsOf(parts), []);
    assert.equal(linesOf(parts), 8, 'from zero: 4 lines and 4 records');
    assert.equal(linesOf(await checkAllNew(bench.books)), 0);
  });

  test('that is from an older one only repeats work', async (t) => {
    const bench = await startBench(t);
    await bench.pay();
    await checkAllNew(bench.books);
    await bench.superuser`create table older as table books_proven`;
    await bench.pay();
    await checkAllNew(bench.books);
    await bench.tamper(`update books_proven p set wallet_seq = o.wallet_seq,
      record_seq = o.record_seq from older o where o.user_id = p.user_id`);
    const parts = await checkAllNew(bench.books);
    assert.deepEqual([findingsOf(parts), linesOf(parts)], [[], 4]);
  });

  test('is not written when the database has gone back since the lines were read', async (t) => {
    const { database, books, superuser } = await startBench(t);
    const read = <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
      database.transaction(work, 'repeatable read, read only');
    const lines = await read((sql) => checkNewLines(sql, null, BOOKS_BOUNDS));
    const slice = await read((sql) => checkSlice(sql, BOOKS_BOUNDS));
    assert.ok(slice !== null);
    await database.query((sql) => noteProven(sql, { ...lines, place: 'another server' }));
    await database.query((sql) => moveSweep(sql, { ...slice, place: 'another server' }));
    assert.deepEqual([...(await superuser`select from books_proven, books_sweep`)], []);
    await database.query((sql) => noteProven(sql, lines));
    assert.equal(linesOf(await checkAllNew(books)), 0);
  });

  test('hides no line that was changed below it: the next sweep finds it', async (t) => {
    const bench = await startBench(t);
    await liveALittle(bench);
    await bench.pay();
    await checkAllNew(bench.books);
    await sweep(bench.books);
    await bench.tamper(`
      update posting set amount_msat = amount_msat - 1000, balance_after_msat =
        balance_after_msat - 1000 where account = 'wallet' and seq = 1`);
    await bench.pay();
    assert.deepEqual(findingsOf(await checkAllNew(bench.books)), [], 'it is below the note');
    await endedAgo(bench, '25 hours', '1 hour');
    assert.ok((await sweep(bench.books)).findings.length > 0);
    await endedAgo(bench, '25 hours', '1 hour');
    assert.ok((await sweep(bench.tiny)).findings.length > 0);
  });

  test('hides no payment that is gone from an older state of the books', async (t) => {
    const bench = await startBench(t);
    await bench.pay();
    await checkAllNew(bench.books);
    await bench.tamper(`delete from receipt where source = 'internal'`);
    assert.deepEqual(findingsOf(await checkAllNew(bench.books)), []);
    assert.ok((await sweep(bench.tiny)).findings.length > 0);
  });
});

describe('a sweep through the books', () => {
  test('goes through all users and all transfers, and ends', async (t) => {
    const bench = await startBench(t);
    await liveALittle(bench);
    for (let count = 0; count < 3; count += 1) await bench.pay();
    const { slices, findings } = await sweep(bench.tiny);
    assert.deepEqual(findings, []);
    const [{ least } = {}] = await bench.superuser<{ least: number }[]>`
      select ((select count(*) from wallet) + (select count(*) from transfer))::int as least`;
    assert.ok(least !== undefined && slices >= least, `${slices} slices`);
    assert.equal(await bench.tiny.checkSlice(), null, 'the next one is not due');
    assert.equal((await sweep(bench.books)).slices, 0);
    await endedAgo(bench, '2 hours', '2 hours');
    assert.equal((await sweep(bench.books)).slices, 2);
  });

  test('finds a line of a user without a wallet, and one of no one', async (t) => {
    const bench = await startBench(t);
    await sweep(bench.tiny);
    for (const id of [BEFORE_ALL, 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
      for (const [part, account, user, rest] of [
        ['users', 'wallet', `'${id}'`, '1000, 1'],
        ['transfers', 'node', 'null', 'null, null'],
      ] as const) {
        const transfer = part === 'users' ? 'gen_random_uuid()' : `'${id}'`;
        await bench.tamper(`
          insert into posting (transfer_id, line, account, user_id, balance_after_msat, seq,
            amount_msat) values (${transfer}, 9, '${account}', ${user}, ${rest}, 1000)`);
        await endedAgo(bench, '2 hours', '2 hours');
        const { findings } = await sweep(bench.tiny);
        assert.ok(findings.length > 0, `${part} ${id}`);
        await bench.tamper(`delete from posting where line = 9`);
        await bench.superuser`delete from books_sweep`;
        assert.deepEqual((await sweep(bench.tiny)).findings, []);
      }
    }
  });

  test('tells at its end how many transfers there are', async (t) => {
    const bench = await startBench(t);
    const stops = createPaymentStopStore(bench.database);
    await stops.noteBooks(await bench.books.checkBooks());
    const { transfersCount: before = 0n } = (await stops.lastBooksCheck()) ?? {};
    await bench.pay();
    for (const round of [1, 2]) {
      await sweep(bench.tiny);
      const last = await stops.lastBooksCheck();
      assert.equal(last?.transfersCount, before + 1n, `sweep ${round}`);
      await endedAgo(bench, '2 hours', '2 hours');
    }
  });

  for (const [begun, ended, isDue] of [
    ['30 minutes', '30 minutes', false],
    ['61 minutes', '59 minutes', true],
    ['9 hours', '8 hours', false],
    ['13 hours', '12 hours', true],
    ['23 hours', '1 hour', false],
    ['25 hours', '1 hour', true],
    ['-1 hours', '-1 hours', true],
  ] as const) {
    test(`that began ${begun} and ended ${ended} ago: the next is ${isDue ? '' : 'not '}due`, async (t) => {
      const bench = await startBench(t);
      await sweep(bench.books);
      await endedAgo(bench, begun, ended);
      assert.equal((await bench.books.checkSlice()) !== null, isDue);
    });
  }

  test('of two processes skips nothing: the later one goes on where the first one is', async (t) => {
    const bench = await startBench(t);
    const { database, superuser } = bench;
    const checked = () =>
      database.transaction((sql) => checkSlice(sql, TINY), 'repeatable read, read only');
    const [one, other] = [await checked(), await checked()];
    assert.ok(one !== null && other !== null);
    await database.query((sql) => moveSweep(sql, one));
    const second = await checked();
    assert.ok(second !== null);
    await database.query((sql) => moveSweep(sql, second));
    const where = () => superuser`select part, next_id, begun_at, ended_at from books_sweep`;
    const before = await where();
    for (const late of [one, other, second]) await database.query((sql) => moveSweep(sql, late));
    assert.deepEqual([...(await where())], [...before]);
    assert.deepEqual((await sweep(bench.tiny)).findings, []);
    const ended = await where();
    await database.query((sql) => moveSweep(sql, second));
    assert.deepEqual([...(await where())], [...ended]);
  });
});

test('what is new is found by index, whatever else the tables hold', async (t) => {
  const { superuser, books, database, pay } = await startBench(t);
  for (let count = 0; count < 50; count += 1) await pay();
  assert.deepEqual(findingsOf(await checkAllNew(books)), []);
  await superuser`vacuum (analyze)`;
  await pay();
  const scanned = await database.transaction(async (sql) => {
    const { findings } = await checkNewLines(sql, null, BOOKS_BOUNDS);
    assert.deepEqual(findings, []);
    return await sql<{ name: string }[]>`
      select relname::text as name from pg_class
      where relname in ('posting', 'transfer', 'payment', 'receipt', 'invoice', 'settled_record')
        and relnamespace = 'public'::regnamespace and pg_stat_get_xact_tuples_returned(oid) > 0
      order by relname`;
  }, 'repeatable read, read only');
  assert.deepEqual([...scanned], [], 'rows that were read by scans of whole tables');
});
