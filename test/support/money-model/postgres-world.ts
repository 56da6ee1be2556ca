import { createBudgetStore } from '../../../src/apps/sql/budget-store.ts';
import { createProcessStore } from '../../../src/background/sql/process-store.ts';
import { msat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { newIdentifier, newUuid } from '../../../src/base/id.ts';
import type { Database } from '../../../src/database/db.ts';
import { createInvoiceStore } from '../../../src/invoices/sql/invoice-store.ts';
import { createMoneyStore } from '../../../src/ledger/sql/money-store.ts';
import { WATCHER_LEASE } from '../../../src/node/node-store.ts';
import { createNodeStore } from '../../../src/node/sql/node-store.ts';
import { CHAIN_LEASE } from '../../../src/onchain/deposit-store.ts';
import { createDepositStore } from '../../../src/onchain/sql/deposit-store.ts';
import { createWithdrawalStore } from '../../../src/onchain/sql/withdrawal-store.ts';
import { createApprovalStore } from '../../../src/payments/sql/approval-store.ts';
import { createBatchStore } from '../../../src/payments/sql/batch-store.ts';
import { createPaymentStore } from '../../../src/payments/sql/payment-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { createUserStore } from '../../../src/users/sql/user-store.ts';
import { createEndpointStore } from '../../../src/webhooks/sql/endpoint-store.ts';
import { findInBooks } from '../find-in-books.ts';
import { newEndpoint } from '../webhooks/new-endpoint.ts';
import { findUntoldRecords } from '../webhooks/untold-records.ts';
import { NOW } from './events.ts';
import type { Account } from './ledger/account.ts';
import type { TransferKind } from './ledger/transfer.ts';
import { madeBy } from './made-by.ts';
import type { MoneyWorld, SeenRecord, SeenTransfer, WalletFigures } from './money-world.ts';

/**
 * Creates a world on PostgreSQL. Every second user has a webhook endpoint, so that the tests also
 * see whether someone is told of each movement of money.
 */
export function createPostgresWorld(database: Database, hasEndpoints = true): MoneyWorld {
  let usersCount = 0;
  const invoices = createInvoiceStore(database);
  const batches = createBatchStore(database);
  const payments = createPaymentStore(database);
  const nodes = createNodeStore(database);
  const processes = createProcessStore(database);
  const approvals = createApprovalStore(database);
  return {
    store: createMoneyStore({ database, clock: systemClock, random: systemRandom }),
    budgets: createBudgetStore(database),
    withdrawals: {
      ...createWithdrawalStore({ database, clock: systemClock, random: systemRandom }),
      takeForSent: async (id) => {
        await database.sql`
          update withdrawal set state = 'unknown' where id = ${id} and state = 'reserved'`;
      },
    },
    approvals,
    addUser: async (userId) => {
      await addUser(database, userId);
      usersCount += 1;
      if (hasEndpoints && usersCount % 2 === 0) await addEndpoint(database, userId);
    },
    addInvoice: async (invoice, grantId, claim) => {
      const { kind } = await invoices.insertInvoice(invoice, madeBy(grantId), claim ?? null);
      assert(kind === 'inserted', 'a new invoice is inserted');
    },
    addAddress: async (userId, address) => {
      const made = { address, userId, grantId: 'web', createdAt: systemClock.now() };
      await createDepositStore(database).saveAddress(made);
    },
    addGrant: async (userId, grantId) => {
      await database.sql`
        insert into app_grant (id, user_id, kind, name, scopes, created_at)
        values (${grantId}, ${userId}, 'nwc', 'an app', '', ${NOW})`;
    },
    revokeGrant: async (grantId) => {
      await database.sql`update app_grant set revoked_at = null where id = ${grantId}`;
      await database.sql`update app_grant set revoked_at = ${NOW} where id = ${grantId}`;
    },
    endDue: async (at) => {
      while ((await approvals.endDue(at, ENDED_AT_ONCE)) === ENDED_AT_ONCE);
    },
    addBatch: async (batch, claim) =>
      void (await batches.insertBatch(batch, 'grant', claim ?? null)),
    cancelPendingItems: (batchId) => batches.cancelPendingItems(batchId),
    beginDispatch: async (paymentId, ownerProcessId) => {
      const dispatch = { paymentId, ownerProcessId, indexBefore: 0n };
      return (await payments.beginDispatch(dispatch)) === 'begun';
    },
    setBaseline: async (pubkey, baseline) => {
      assert(await nodes.setBaseline(pubkey, baseline, FENCE_MAX), 'the baseline is set once');
    },
    raiseFence: async (fence) => {
      for (const name of [WATCHER_LEASE, CHAIN_LEASE]) {
        for (let reached = await readFence(database, name); reached < fence; ) {
          const processId = newUuid(systemClock, systemRandom);
          const lease = await processes.acquireLease(name, processId, 60_000);
          assert(lease !== null, 'the lease is free');
          reached = lease.fence;
          await processes.releaseLease(name, processId);
        }
      }
    },
    wallet: (userId) => readWallet(database, userId),
    records: (userId) => readRecords(database, userId),
    findPayment: (paymentId) => payments.findPayment(paymentId),
    findInvoice: (invoiceId) => invoices.findInvoice(invoiceId),
    batchItemStates: async (batchId) =>
      (await batches.findBatch(batchId))?.items.map((item) => item.state) ?? [],
    cursor: async (pubkey) => (await nodes.readCursor(pubkey)).settleIndex,
    transfers: (subjectIds) => readTransfers(database, subjectIds ?? null),
    unclaimedMsat: () => readUnclaimed(database),
    findings: async () => [
      ...(await findInBooks(database)),
      // Single statements may only use indexes, which takes too long for the records of thousands.
      ...(await database.transaction(findUntoldRecords, 'repeatable read, read only')),
    ],
  };
}

const ENDED_AT_ONCE = 1000;
const FENCE_MAX = 2n ** 62n;

async function addUser(database: Database, userId: string): Promise<void> {
  const outcome = await createUserStore(database).insertUser({
    id: userId,
    identifier: newIdentifier(systemRandom, 20),
    email: `${userId}@example.com`,
    name: null,
    avatar: null,
    nostrPubkey: null,
    isAdmin: false,
    disabledAt: null,
    createdAt: systemClock.now(),
    passwordHash: 'none',
  });
  assert(outcome === 'inserted', 'a new user is inserted');
}

async function addEndpoint(database: Database, userId: string): Promise<void> {
  const outcome = await createEndpointStore(database).create(newEndpoint(userId));
  assert(outcome === 'created', 'a new endpoint');
}

async function readFence({ sql }: Database, name: string): Promise<bigint> {
  const [row] = await sql<{ fence: bigint }[]>`
    select fence from lease where name = ${name}`;
  return row?.fence ?? 0n;
}

async function readWallet(database: Database, userId: string): Promise<WalletFigures> {
  const [row] = await database.sql<
    {
      wallet_msat: bigint;
      held_msat: bigint;
      invoices_count: bigint;
      transactions_count: bigint;
      boostagrams_count: bigint;
      last_invoice_at: Date | null;
    }[]
  >`select * from wallet where user_id = ${userId}`;
  assert(row !== undefined, 'every user has a wallet');
  return {
    walletMsat: row.wallet_msat,
    heldMsat: row.held_msat,
    invoicesCount: Number(row.invoices_count),
    transactionsCount: Number(row.transactions_count),
    boostagramsCount: Number(row.boostagrams_count),
    lastInvoiceAt: row.last_invoice_at,
  };
}

async function readRecords(database: Database, userId: string): Promise<readonly SeenRecord[]> {
  const rows = await database.sql<SeenRecord[]>`
    select direction, identifier, created_at as "createdAt", settled_at as "settledAt", body
    from settled_record where user_id = ${userId} order by seq`;
  return rows.map((row) => ({ ...row }));
}

async function readTransfers(
  database: Database,
  subjectIds: readonly string[] | null,
): Promise<readonly SeenTransfer[]> {
  const rows = await database.sql<
    {
      id: string;
      kind: TransferKind;
      subject_id: string;
      account: Account['name'] | null;
      user_id: string | null;
      amount_msat: bigint;
    }[]
  >`
    select t.id, t.kind, t.subject_id, p.account, p.user_id, p.amount_msat
    from transfer t left join posting p on p.transfer_id = t.id
    where ${subjectIds}::uuid[] is null or t.subject_id = any (${subjectIds}::uuid[])
    order by t.id, p.line`;
  const transfers = new Map<
    string,
    SeenTransfer & { postings: SeenTransfer['postings'][number][] }
  >();
  for (const row of rows) {
    const transfer = transfers.get(row.id) ?? {
      kind: row.kind,
      subjectId: row.subject_id,
      postings: [],
    };
    transfers.set(row.id, transfer);
    if (row.account === null) continue;
    const account = toAccount(row.account, row.user_id);
    transfer.postings.push({ account, amountMsat: row.amount_msat });
  }
  return [...transfers.values()];
}

function toAccount(name: Account['name'], userId: string | null): Account {
  if (name !== 'wallet' && name !== 'held') return { name };
  assert(userId !== null, 'the accounts of users name them');
  return { name, userId };
}

async function readUnclaimed(database: Database) {
  const [row] = await database.sql<{ sum: bigint }[]>`
    select coalesce(sum(amount_msat), 0)::bigint as sum from posting where account = 'unclaimed'`;
  return msat(row?.sum ?? 0n);
}
