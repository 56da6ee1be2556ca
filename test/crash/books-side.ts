import type { Database } from '../../src/database/db.ts';
import type { Sql } from '../../src/database/sql.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';

/** What the books of the service say, row by row. */
export interface BooksSide {
  readonly payments: readonly BookedPayment[];
  readonly receipts: readonly BookedReceipt[];
  readonly wallets: readonly BookedWallet[];
  readonly invoices: readonly BookedInvoice[];
  /** Sum of each system account's postings, in msat. */
  readonly accounts: ReadonlyMap<string, bigint>;
  readonly pendingItems: number;
  readonly alarms: readonly BookedAlarm[];
  /** By state, how many payments have asked their owner. */
  readonly decided: ReadonlyMap<string, number>;
  /** What `books check` finds, and what was paid without the approval that it needed. */
  readonly findings: readonly string[];
}

export interface BookedPayment {
  readonly id: string;
  readonly userId: string;
  readonly path: string;
  readonly state: string;
  readonly paymentHash: string;
  readonly amountMsat: bigint;
  readonly feeMsat: bigint | null;
  readonly preimage: string | null;
}

export interface BookedAlarm {
  readonly text: string;
  /** Hash of the payment that it says is stuck in the node, or was ended for that. */
  readonly stuckHash: string | null;
}

export interface BookedReceipt {
  readonly userId: string | null;
  readonly source: string;
  readonly paymentHash: string;
  readonly amountMsat: bigint;
}

export interface BookedWallet {
  readonly userId: string;
  readonly walletMsat: bigint;
  readonly heldMsat: bigint;
  readonly incomingCount: bigint;
  readonly outgoingCount: bigint;
}

export interface BookedInvoice {
  readonly userId: string;
  readonly paymentHash: string;
  readonly bolt11: string | null;
}

/** Reads what owners have approved and refused, and what of it is wrong. */
async function readApprovals(sql: Sql): Promise<Pick<BooksSide, 'decided' | 'findings'>> {
  const states = await sql<{ state: string; count: number }[]>`
    select state, count(*)::int as count from approval group by state`;
  // No one lets an app pay more without asking, later on.
  const unasked = await sql<{ id: string }[]>`
    select p.id from (
      select id, user_id, grant_id, amount_msat, coalesce(batch_id, id) as asked_id from payment
      union all select id, user_id, grant_id, amount_msat, id from withdrawal
    ) p
    join budget b on b.user_id = p.user_id and b.grant_id = p.grant_id
    left join approval a on a.payment_id = p.asked_id
    where p.amount_msat > b.ask_above_msat and a.state is distinct from 'approved'`;
  const unmade = await sql<{ id: string }[]>`
    select a.id from approval a
    where (a.state = 'approved') <> (
      exists (select from payment p where p.id = a.payment_id)
      or exists (select from payment_batch b where b.id = a.payment_id)
      or exists (select from withdrawal w where w.id = a.payment_id))`;
  return {
    decided: new Map(states.map(({ state, count }) => [state, count])),
    findings: [
      ...unasked.map(({ id }) => `payment ${id} was made without an approval`),
      ...unmade.map(({ id }) => `approval ${id} and its payment differ`),
    ],
  };
}

export async function readBooksSide(database: Database): Promise<BooksSide> {
  return await database.query(async (sql) => {
    const payments = await sql<BookedPayment[]>`
      select id, user_id as "userId", path, state, encode(payment_hash, 'hex') as "paymentHash",
        amount_msat as "amountMsat", fee_msat as "feeMsat", encode(preimage, 'hex') as preimage
      from payment`;
    const receipts = await sql<BookedReceipt[]>`
      select user_id as "userId", source, encode(payment_hash, 'hex') as "paymentHash",
        amount_msat as "amountMsat"
      from receipt`;
    const wallets = await sql<BookedWallet[]>`
      select user_id as "userId", wallet_msat as "walletMsat", held_msat as "heldMsat",
        invoices_count as "incomingCount", transactions_count as "outgoingCount"
      from wallet`;
    const invoices = await sql<BookedInvoice[]>`
      select user_id as "userId", encode(payment_hash, 'hex') as "paymentHash", bolt11
      from invoice`;
    const accounts = await sql<{ account: string; sum: bigint }[]>`
      select account, sum(amount_msat)::bigint as sum from posting
      where user_id is null group by account`;
    const pending = await sql`select from payment_batch_item where state = 'pending'`;
    // The release of the server is the one that npm brings.
    const alarms = await sql<BookedAlarm[]>`
      select alarm.kind || ' of ' || subject || ': ' || detail as text,
        encode(payment_hash, 'hex') as "stuckHash"
      from alarm
      left join payment on payment.id::text = subject
        and alarm.kind in ('payment_stranded', 'stranded_payment_ended')
      where alarm.kind <> 'database_outdated'`;
    const approvals = await readApprovals(sql);
    const { findings } = await createBooksStore(database).checkBooks();
    return {
      payments,
      receipts,
      wallets,
      invoices,
      accounts: new Map(accounts.map(({ account, sum }) => [account, sum])),
      pendingItems: pending.length,
      alarms: [...alarms],
      findings: [
        ...findings.map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`),
        ...approvals.findings,
      ],
      decided: approvals.decided,
    };
  });
}

/** What recovery has not finished yet. */
export interface BooksProgress {
  readonly openPayments: number;
  readonly pendingItems: number;
  readonly cursor: bigint;
}

/** A cheap look, for waiting; at the payments that can still end. */
export async function readBooksProgress(
  database: Database,
  stuck: ReadonlySet<string>,
): Promise<BooksProgress> {
  return await database.query(async (sql) => {
    const [row] = await sql<{ openPayments: number; pendingItems: number; cursor: bigint }[]>`
      select
        (select count(*)::int from payment
          where ended_at is null
            and encode(payment_hash, 'hex') <> all(${[...stuck]})) as "openPayments",
        (select count(*)::int from payment_batch_item where state = 'pending')
          + (select count(*)::int from nwc_request where answer is null)
          + (select count(*)::int from approval where state = 'waiting') as "pendingItems",
        coalesce((select settle_index from node_cursor), 0) as cursor`;
    if (row === undefined) throw new Error('a select without a table has one row');
    return row;
  });
}
