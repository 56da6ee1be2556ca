import { newAction, THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { composeStores } from '../../src/app/compose/compose-stores.ts';
import { createNwcKeyStore } from '../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import type { ProcessStore } from '../../src/background/process-store.ts';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import { createGrantHistoryStore } from '../../src/history/sql/grant-history-store.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import { createMoneyStore } from '../../src/ledger/sql/money-store.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { createOperatorStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { type OutflowClock, setOutflowClock } from '../support/outflow-clock.ts';
import { createJobMemory, createJobsOf } from '../support/wallet-memory/jobs.ts';
import { createConnections, readRequests, requestsInVirtualTime } from './sql-apps.ts';
import {
  ADDRESS_LIMITS,
  type BookedAddressInvoice,
  type BookedFeeBump,
  type BookedName,
  type PlainStores,
  type Snapshot,
  type Storage,
  type WalletState,
} from './storage.ts';

type Database = TestDatabase['database'];

/** A world over PostgreSQL: a database of its own, in virtual time. */
export async function openSqlStorage(clock: Clock): Promise<Storage> {
  const cleanups: (() => Promise<void>)[] = [];
  const cleanup = { after: (fn: () => Promise<void>) => void cleanups.push(fn) };
  const { database, ownerUrl } = await testDatabase(cleanup);
  const stores = createStores(database, clock);
  const operatorStops = createOperatorStopStore(database);
  const operatorAction = (kind: 'outside_stop' | 'outside_allow') =>
    newAction({ clock, random: systemRandom }, THE_COMMAND_LINE, { kind, subject: '' });
  let aheadMs = 0;
  let outflowClock: OutflowClock | null = null;
  const nowMs = () => clock.now().getTime() + aheadMs;
  const queue = createQueue(async () => outflowClock?.set(new Date(nowMs())));
  const outflow = createOutflowBench(database);
  return {
    stores,
    connections: createConnections(database),
    ...queue,
    payments: () => [],
    takeCopy: () => null,
    limitUser: async ({ user, maxBalanceSat, maxSendDaySat }, at) => {
      const limits = createUserLimitStore(database, NO_LIMITS);
      const change = {
        maxBalance: maxBalanceSat === null ? 'none' : sat(maxBalanceSat),
        maxSendDay: maxSendDaySat === null ? 'none' : sat(maxSendDaySat),
      } as const;
      await limits.setLimits(user.id, change, at);
    },
    stopPayments: () => operatorStops.stop('a look at the node', operatorAction('outside_stop')),
    liftPaymentStop: () => operatorStops.lift(null, operatorAction('outside_allow')),
    outflow: {
      nowMs,
      moveClock: (ms) => {
        aheadMs += ms;
      },
      limit: async (source, limits, mode) => {
        // Seeds without limits need no clock for them.
        outflowClock ??= await setOutflowClock(cleanup, ownerUrl, new Date(nowMs()));
        if (source === 'chosen') await outflow.chooseOnly(limits);
        else await outflow.setBySettings(limits, mode);
      },
      release: (beyondSat) => outflow.lift(beyondSat),
      model: () => null,
    },
    takeSnapshot: () => queue.perform(() => takeSnapshot(database, stores)),
    close: async () => {
      await queue.idle();
      for (const cleanup of cleanups) await cleanup();
    },
  };
}

/** One call at a time, in the order in which they came: real time must not choose. */
function createQueue(before: () => Promise<void>): Pick<Storage, 'perform' | 'idle'> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    perform: (call) => {
      waiting += 1;
      const answer = last
        .then(before)
        .then(call)
        .finally(() => {
          waiting -= 1;
        });
      last = answer.catch(() => undefined);
      return answer;
    },
    idle: async () => {
      while (waiting > 0) {
        await last;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function createStores(database: Database, clock: Clock): PlainStores {
  const ports = { database, clock: systemClock, random: systemRandom };
  const options = { ...ports, batchMax: 64, addressLimits: ADDRESS_LIMITS };
  const { money: _, processes, comparisons, ...stores } = composeStores(options);
  const dateGone = () =>
    database.sql`update process set heartbeat_at = ${clock.now()} where id = 'gone'`;
  return {
    ...stores,
    moneyStore: createMoneyStore(options),
    comparisons: {
      ...comparisons,
      stopAsRewound: async (detail) => {
        await comparisons.stopAsRewound(detail);
        await dateGone();
      },
    },
    processes: inVirtualTime(database, processes, clock),
    nwcKeys: createNwcKeyStore(database),
    nwcRequests: requestsInVirtualTime(database, clock),
    grantHistory: createGrantHistoryStore(database),
    // The database dates jobs itself.
    jobs: createJobsOf(createJobMemory(), clock),
  };
}

/** Heartbeats and leases are dated by the database: what it wrote is put to virtual time. */
function inVirtualTime(database: Database, store: ProcessStore, clock: Clock): ProcessStore {
  const { sql } = database;
  const expiries = new Map<string, number>();
  return {
    ...store,
    heartbeat: async (id, role) => {
      await store.heartbeat(id, role);
      const at = clock.now();
      await sql`update process set heartbeat_at = ${at} where id = ${id}`;
      return at;
    },
    acquireLease: async (name, holder, ttlMs) => {
      const isOver = (expiries.get(name) ?? 0) < clock.monotonicMs();
      await sql`
        update lease
        set expires_at = (case when ${isOver}::boolean then '-' else '' end || 'infinity')::timestamptz
        where name = ${name}`;
      const lease = await store.acquireLease(name, holder, ttlMs);
      if (lease !== null) expiries.set(name, clock.monotonicMs() + ttlMs);
      return lease;
    },
    databaseNow: async () => clock.now(),
  };
}

async function takeSnapshot(database: Database, stores: PlainStores): Promise<Snapshot> {
  const { sql } = database;
  const world = createPostgresWorld(database);
  const transfers = await world.transfers();
  const received = transfers.filter(({ kind }) => kind === 'receive');
  const fromNode = received.flatMap(({ postings }) =>
    postings.filter(({ account }) => account.name === 'node'),
  );
  const alarms = await stores.alarms.listAlarms(100);
  return {
    payments: await readPayments(database, stores),
    approvals: await readApprovals(sql, stores),
    wallets: await readWallets(sql),
    receivedCount: received.length,
    receivedMsat: -fromNode.reduce((sum, { amountMsat }) => sum + amountMsat, 0n),
    unclaimedMsat: await world.unclaimedMsat(),
    budgetsUsedSat: await readBudgets(sql),
    countedAt: await readCountedAt(sql),
    alarmKinds: alarms.map(({ kind }) => kind),
    alarms,
    ...(await readChain(sql, stores)),
    feeBumps: await readFeeBumps(sql),
    depositTransfers: transfers
      .filter(({ kind }) => kind === 'deposit')
      .map(({ subjectId }) => subjectId),
    ...(await readAddresses(sql)),
    ...(await readRequests(sql)),
    findings: (await stores.books.checkBooks()).findings.map((finding) => JSON.stringify(finding)),
  };
}

async function readPayments(
  { sql }: Database,
  { payments }: PlainStores,
): Promise<readonly Payment[]> {
  const rows = await sql<{ id: string }[]>`select id from payment order by id`;
  return await payments.findPayments(rows.map(({ id }) => id));
}

async function readApprovals(
  sql: Database['sql'],
  { approvals }: PlainStores,
): Promise<Snapshot['approvals']> {
  const users = await sql<{ id: string }[]>`select id from wallet_user order by id`;
  const lists = users.map(({ id }) =>
    approvals.listOfUser({ userId: id, isWaiting: false, ...ALL }),
  );
  return (await Promise.all(lists)).flat();
}

async function readChain(
  sql: Database['sql'],
  { deposits, withdrawals }: PlainStores,
): Promise<Pick<Snapshot, 'deposits' | 'withdrawals' | 'chainAddresses' | 'coinsSat'>> {
  const addresses = await sql<{ address: string; user_id: string }[]>`
    select address, user_id from onchain_address`;
  const users = await sql<{ id: string }[]>`select id from wallet_user order by id`;
  const lists = await Promise.all(
    users.map(async ({ id }) => ({
      deposits: await deposits.listOfUser(id, ALL),
      withdrawals: await withdrawals.listOfUser(id, ALL),
    })),
  );
  return {
    deposits: lists.flatMap((list) => list.deposits),
    withdrawals: lists.flatMap((list) => list.withdrawals),
    chainAddresses: new Map(addresses.map((row) => [row.address, row.user_id])),
    coinsSat: (await deposits.readCoins()).coinsSat,
  };
}

async function readFeeBumps(sql: Database['sql']): Promise<readonly BookedFeeBump[]> {
  const rows = await sql<FeeBumpRow[]>`
    select b.id, b.withdrawal_id, encode(b.coin_txid, 'hex') as coin_txid, b.coin_index,
      b.coin_msat / 1000 as coin_sat, encode(b.txid, 'hex') as txid, b.fee_msat / 1000 as fee_sat,
      b.is_paid, array(
        select p.amount_msat / 1000 from transfer t join posting p on p.transfer_id = t.id
        where t.kind = 'bump' and t.subject_id = b.id and p.account = 'chain') as booked_sat
    from fee_bump b order by b.created_at, b.id`;
  return rows.map((row) => ({
    ...{ id: row.id, withdrawalId: row.withdrawal_id, txid: row.txid, isPaid: row.is_paid },
    coin: { txid: row.coin_txid, index: row.coin_index, amountSat: sat(row.coin_sat) },
    feeSat: sat(row.fee_sat),
    bookedSat: row.booked_sat,
  }));
}

interface FeeBumpRow {
  readonly id: string;
  readonly withdrawal_id: string;
  readonly coin_txid: string;
  readonly coin_index: number;
  readonly coin_sat: bigint;
  readonly txid: string;
  readonly fee_sat: bigint;
  readonly is_paid: boolean | null;
  readonly booked_sat: readonly bigint[];
}

const ALL = { offset: 0, limit: 1000 };

async function readBudgets(sql: Database['sql']): Promise<Snapshot['budgetsUsedSat']> {
  const rows = await sql<{ grant_id: string; used_msat: bigint }[]>`
    select grant_id, used_msat from budget where limit_msat is not null`;
  return rows.map((row) => [row.grant_id, row.used_msat / 1000n]);
}

async function readCountedAt(sql: Database['sql']): Promise<Snapshot['countedAt']> {
  const rows = await sql<{ id: string; counted_at: Date }[]>`
    select id, counted_at from outgoing_order where counted_at is not null`;
  return new Map(rows.map((row) => [row.id, row.counted_at]));
}

async function readAddresses(
  sql: Database['sql'],
): Promise<Pick<Snapshot, 'addressInvoices' | 'addressNames'>> {
  const addressInvoices = await sql<BookedAddressInvoice[]>`
    select encode(i.payment_hash, 'hex') as "paymentHash", a.user_id as "userId", a.network,
      a.expires_at as "expiresAt", i.receipts_count > 0 as "isPaid"
    from address_invoice a
    join invoice i on i.id = a.invoice_id`;
  const addressNames = await sql<BookedName[]>`
    select name, user_id as "userId", is_current as "isCurrent" from address_name`;
  return { addressInvoices, addressNames };
}

async function readWallets(sql: Database['sql']): Promise<ReadonlyMap<string, WalletState>> {
  const rows = await sql<{ user_id: string; wallet_msat: bigint; held_msat: bigint }[]>`
    select user_id, wallet_msat, held_msat from wallet`;
  return new Map(
    rows.map((row) => [row.user_id, { walletMsat: row.wallet_msat, heldMsat: row.held_msat }]),
  );
}
