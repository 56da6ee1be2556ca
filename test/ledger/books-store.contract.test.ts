import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { msat, sat } from '../../src/base/amount.ts';
import type { BooksFinding, BooksStore } from '../../src/ledger/books/books-store.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditUnclaimed,
  failedEnd,
  NODE_PUBKEY,
  NOW,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** What someone with the keys of the database could do, and the rule that tells. */
const DAMAGES: readonly (readonly [damage: string, rule: RegExp])[] = [
  [`update wallet set wallet_msat = wallet_msat + 1000`, /a balance equals its postings/],
  [`update wallet set held_msat = held_msat + 1000`, /held money belongs to open payments/],
  [`update wallet set wallet_seq = wallet_seq + 1`, /a balance equals its postings/],
  [`update wallet set invoices_count = 77`, /the counters of a wallet/],
  [`update wallet set boostagrams_count = 77`, /the counters of a wallet/],
  [`update wallet set last_invoice_at = now()`, /the counters of a wallet/],
  [`update posting set amount_msat = amount_msat + 1000 where account = 'node'`, /sums to zero/],
  [`update posting set balance_after_msat = 0 where seq = 1`, /a statement has no gap/],
  [`update posting set seq = seq + 100 where account = 'held'`, /a statement has no gap/],
  [`delete from posting where account = 'wallet'`, /a balance equals its postings/],
  [`delete from posting where account = 'rounding'`, /what its payment or receipt says/],
  [
    `update posting set account = 'fees' where account = 'unclaimed'`,
    /what its payment or receipt/,
  ],
  [`delete from transfer where kind = 'post'`, /the transfers of its state/],
  [
    `insert into posting select gen_random_uuid(), line, account, null, null, null, amount_msat
       from posting where account = 'node'`,
    /what its payment or receipt says/,
  ],
  [`delete from wallet where wallet_seq > 0`, /a balance equals its postings/],
  [`delete from wallet where record_seq > 0`, /the counters of a wallet/],
  [
    `insert into transfer values (gen_random_uuid(), 'void', gen_random_uuid(), now())`,
    /the transfers of its state/,
  ],
  [
    `update payment set fee_msat = 5000 where path = 'node' and state = 'settled'`,
    /what its payment/,
  ],
  [
    `update payment set amount_msat = 5 where path = 'internal'`,
    /an internal payment has its receipt/,
  ],
  [`update payment set held_msat = 5000 where state = 'reserved'`, /held money belongs to open/],
  [
    `update payment set state = 'failed', ended_at = now(), failure_reason = 'x',
       failure_message = 'x' where state = 'reserved'`,
    /held money belongs to open payments/,
  ],
  [`delete from receipt where source = 'internal'`, /an internal payment has its receipt/],
  [`delete from receipt where source = 'node'`, /the transfers of its state/],
  [`update receipt set amount_msat = 1 where user_id is null`, /what its payment or receipt says/],
  [
    `update invoice set receipts_count = receipts_count + 1, settled_at = now()`,
    /an invoice is settled/,
  ],
  [`delete from invoice where receipts_count > 0`, /an invoice is settled/],
  [`delete from settled_record where direction = 'outgoing'`, /what settled has one record/],
  [`update settled_record set settled_at = now()`, /what settled has one record/],
  [`update settled_record set seq = seq + 7`, /the order of settlement has no gap/],
  [`update budget set used_msat = used_msat - 1000`, /a budget has used what the payments/],
  [`update payment set grant_id = 'other' where path = 'internal'`, /a budget has used what/],
  [
    `update payment set created_at = '2026-02-28T12:00:00Z' where path = 'internal'`,
    /a budget has used what the payments/,
  ],
  [`update budget set window_start = window_start - interval '1 hour'`, /a window of its interval/],
  [`update budget set window_start = window_start - interval '1 day'`, /which no payment outran/],
  [`update wallet set has_budgets = not has_budgets`, /a wallet knows whether it has budgets/],
  [`delete from budget`, /a wallet knows whether it has budgets/],
];

/** Damages to which no new line of a wallet leads, and those of budgets and counters. */
const ONLY_IN_SLICES = new RegExp(
  'invoices_count|boostagrams_count|last_invoice_at|budget|2026-02-28|delete from wallet|' +
    'unclaimed|user_id is null|gen_random_uuid',
);

describe('books check', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let books: BooksStore;
  let world: MoneyWorld;
  let superuser: postgres.Sql;

  before(async () => {
    const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    books = createBooksStore(opened.database);
    world = createPostgresWorld(opened.database);
    superuser = postgres(opened.superuserUrl, { max: 1 });
    await world.setBaseline(NODE_PUBKEY, 0n);
    await liveALittle(world);
  });
  after(async () => {
    await superuser.end();
    for (const cleanup of cleanups) await cleanup();
  });

  test('finds nothing in books that balance, and tells their sums', async () => {
    const { transfersCount, liabilitiesMsat, nodeMsat, findings } = await books.checkBooks();
    assert.deepEqual(findings, []);
    // 2 funds, 1 receipt, 1 unclaimed; 3 reserves, 2 ends; 1 internal.
    assert.equal(transfersCount, 10n);
    // 2,000 sat + 100.7 sat + 3.7 sat came in, 101.1 sat went out, 1.6 sat is in rounding.
    assert.equal(nodeMsat, -2_003_300n);
    assert.equal(liabilitiesMsat, 2_001_700n);
  });

  for (const [damage, rule] of DAMAGES) {
    test(`M87 finds: ${damage.replaceAll(/\s+/g, ' ')}`, async () => {
      // Without triggers and foreign keys, as only a superuser can.
      await superuser.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        for (const table of TABLES)
          await sql`create table ${sql(`${table}_saved`)} as table ${sql(table)}`;
        const { count } = await sql.unsafe(damage);
        assert.ok(count > 0, 'there was something to damage');
      });
      const { findings } = await books.checkBooks();
      const inSlices = [
        ...(await checkPart(books, superuser, 'users')),
        ...(await checkPart(books, superuser, 'transfers')),
      ];
      await superuser`delete from books_proven`;
      const { findings: inNewLines } = await books.checkNewLines(null);
      await superuser.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        for (const table of TABLES) {
          await sql`delete from ${sql(table)}`;
          await sql`insert into ${sql(table)} table ${sql(`${table}_saved`)}`;
          await sql`drop table ${sql(`${table}_saved`)}`;
        }
      });
      assert.match(findings.map((finding) => finding.rule).join('\n'), rule);
      assert.deepEqual(rulesOf(inSlices), rulesOf(findings));
      assert.equal(inNewLines.length > 0, !ONLY_IN_SLICES.test(damage), 'in new lines');
      assert.deepEqual((await books.checkBooks()).findings, []);
    });
  }
});

const TABLES = [
  'wallet',
  'transfer',
  'posting',
  'payment',
  'receipt',
  'invoice',
  'settled_record',
  'budget',
];

const rulesOf = (findings: readonly BooksFinding[]): readonly string[] =>
  [...new Set(findings.map(({ rule }) => rule))].toSorted();

/** Checks one part of the books in a slice that holds all of it. */
async function checkPart(
  books: BooksStore,
  superuser: postgres.Sql,
  part: 'users' | 'transfers',
): Promise<readonly BooksFinding[]> {
  await superuser`delete from books_sweep`;
  await superuser`
    insert into books_sweep (part, next_id, begun_at)
    values (${part}, '00000000-0000-0000-0000-000000000000', now())`;
  return (await books.checkSlice()) ?? [];
}

/** Every kind of transfer, an open payment, a budget, and money for no one. */
async function liveALittle(world: MoneyWorld): Promise<void> {
  const [payer, payee] = [await addUser(world, 1000), await addUser(world, 1000)];
  const [paid, received] = [await addInvoice(world, payee), await addInvoice(world, payee)];
  const [settled, failed, open] = [reserveEvent(payer), reserveEvent(payer), reserveEvent(payer)];
  await world.budgets.setBudget(
    { userId: payer, grantId: 'grant' },
    { limitSat: sat(1000n), askAboveSat: null, interval: 'day', expiresAt: null },
    NOW,
  );
  await world.store.reserve([settled, failed, open]);
  await world.beginDispatch(settled.order.id, OWNER);
  await world.store.resolve([
    settledEnd(settled.order, { feeMsat: msat(1100n) }),
    failedEnd(failed.order.id, 'reserved'),
  ]);
  await world.store.settleInternal([payInvoice(payer, paid)]);
  await world.store.credit([
    creditInvoice(received, true, { amountMsat: msat(100_700n) }),
    creditUnclaimed({ amountMsat: msat(3700n) }),
  ]);
}
