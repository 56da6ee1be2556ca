import { serialize } from 'node:v8';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import type { Approval } from '../../src/payments/approval.ts';
import { ALL_GRANTS, createMemoryBudgets, spentSince } from '../support/money-model/budgets.ts';
import { heldOf, NODE, UNCLAIMED, walletOf } from '../support/money-model/ledger/account.ts';
import type { Transfer } from '../support/money-model/ledger/transfer.ts';
import {
  createAddressInvoicesOf,
  createAddressNamesOf,
} from '../support/wallet-memory/addresses.ts';
import { createApprovalsOf } from '../support/wallet-memory/approvals.ts';
import {
  type Connections,
  createConnectionsOf,
  createGrantHistoryOf,
  createNwcKeysOf,
} from '../support/wallet-memory/apps.ts';
import { createChainStoresOf } from '../support/wallet-memory/chain.ts';
import { cloneMemory } from '../support/wallet-memory/clone-memory.ts';
import {
  createBatchesOf,
  createHistoryOf,
  createInvoicesOf,
} from '../support/wallet-memory/invoices.ts';
import { createJobMemory, createJobsOf } from '../support/wallet-memory/jobs.ts';
import { createNwcRequestsOf } from '../support/wallet-memory/nwc-requests.ts';
import {
  createAlarmsOf,
  createNodesOf,
  createProcessesOf,
  createUsersOf,
} from '../support/wallet-memory/operations.ts';
import { movedBefore } from '../support/wallet-memory/outflow.ts';
import { createPaymentsOf } from '../support/wallet-memory/payments.ts';
import { createComparisonsOf, createStopsOf } from '../support/wallet-memory/safety.ts';
import { stop } from '../support/wallet-memory/safety-memory.ts';
import { createStuckOf } from '../support/wallet-memory/stuck.ts';
import {
  createBooksOf,
  createMoneyOf,
  createSolvencyOf,
  createWalletMemory,
  findFaults,
  type WalletMemory,
} from '../support/wallet-memory/wallet-memory.ts';
import {
  ADDRESS_LIMITS,
  type BookedAddressInvoice,
  type BookedFeeBump,
  type DatabaseCopy,
  type PlainStores,
  type Snapshot,
  type Storage,
} from './storage.ts';

export interface MemoryStorage extends Storage {
  takeCopy(): DatabaseCopy;
  /** All that it holds, but for the signs of life of processes, as text. */
  readState(): string;
  withdrawals(): readonly Withdrawal[];
  feeBumps(): readonly BookedFeeBump[];
  approvals(): readonly Approval[];
}

export async function createMemoryStorage(clock: Clock): Promise<MemoryStorage> {
  const jobs = createJobsOf(createJobMemory(), clock);
  let aheadMs = 0;
  const nowMs = () => clock.now().getTime() + aheadMs;
  let memory = createWalletMemory(clock, nowMs);
  let stores = createStores(memory, jobs);
  let connections: Connections = createConnectionsOf(memory);
  let copies = 0;
  const takeCopy = (): DatabaseCopy => {
    const copy = cloneMemory(memory);
    return {
      becomePrimary: (how) => {
        copies += 1;
        if (how === 'promoted') copy.safety.identity = `copy ${copies}`;
        else copy.safety.server = `copy ${copies}`;
        memory = copy;
        stores = createStores(memory, jobs);
        connections = createConnectionsOf(memory);
      },
    };
  };
  return {
    get stores() {
      return stores;
    },
    get connections() {
      return connections;
    },
    payments: () => [...memory.money.payments.values()],
    withdrawals: () => [...memory.money.withdrawals.values()],
    feeBumps: () => readFeeBumps(memory),
    approvals: () => [...memory.money.approvals.values()],
    takeCopy,
    readState: () => writeState(memory),
    perform: (call) => call(),
    idle: async () => undefined,
    limitUser: async ({ user, maxBalanceSat, maxSendDaySat }, at) => {
      if (maxBalanceSat !== null) memory.maxBalancesSat.set(user.id, maxBalanceSat);
      if (maxSendDaySat === null) return;
      const budget = {
        limitSat: sat(maxSendDaySat),
        askAboveSat: null,
        interval: 'day',
        expiresAt: null,
      } as const;
      await stores.budgets.setBudget({ userId: user.id, grantId: ALL_GRANTS }, budget, at);
    },
    stopPayments: async () => {
      const { safety } = memory;
      if (safety.stops.has('operator')) return false;
      stop(safety, clock, 'operator');
      return true;
    },
    liftPaymentStop: async () => memory.safety.stops.delete('operator'),
    outflow: {
      nowMs,
      moveClock: (ms) => {
        aheadMs += ms;
      },
      limit: async (source, limits, mode) =>
        memory.money.outflow.limit(source, limits, mode, movedBefore(memory)),
      release: async (beyondSat) => memory.money.outflow.release(beyondSat * 1000n),
      model: () => memory.money.outflow,
    },
    takeSnapshot: async () => takeSnapshot(memory),
    close: async () => undefined,
  };
}

/** Written as the engine writes messages, which takes a tenth of the time of JSON. */
const writeState = ({ clock: _, processes: _beats, leases: _leases, ...memory }: WalletMemory) =>
  serialize(memory).toString('latin1');

const createStores = (memory: WalletMemory, jobs: PlainStores['jobs']): PlainStores => ({
  moneyStore: createMoneyOf(memory),
  users: createUsersOf(memory),
  addressNames: createAddressNamesOf(memory),
  addressInvoices: createAddressInvoicesOf(memory, ADDRESS_LIMITS),
  tokens: NO_TOKENS,
  budgets: createMemoryBudgets(memory.money),
  invoices: createInvoicesOf(memory),
  unpaidInvoices: NOTHING_OLD,
  payments: createPaymentsOf(memory),
  stuck: createStuckOf(memory),
  batches: createBatchesOf(memory),
  approvals: createApprovalsOf(memory),
  history: createHistoryOf(memory),
  idempotency: { pruneKeys: async () => 0 },
  recordFilling: { fillStep: async () => 0 },
  nodes: createNodesOf(memory),
  processes: createProcessesOf(memory),
  alarms: createAlarmsOf(memory),
  jobs,
  books: createBooksOf(memory),
  solvency: createSolvencyOf(memory),
  stops: createStopsOf(memory),
  comparisons: createComparisonsOf(memory),
  nwcKeys: createNwcKeysOf(memory),
  nwcRequests: createNwcRequestsOf(memory),
  grantHistory: createGrantHistoryOf(memory),
  ...createChainStoresOf(memory),
});

/** No run is as long as unpaid invoices are kept. */
const NOTHING_OLD: PlainStores['unpaidInvoices'] = {
  readPrunedUntil: async () => null,
  notePruned: async () => undefined,
  listUnpaid: async () => [],
  removeUnpaid: async () => 0,
};

/** Callers of the simulation are known already. */
const NO_TOKENS: PlainStores['tokens'] = {
  findCaller: async () => null,
  addPersonalToken: async () => ({ kind: 'added' }),
  findPersonalToken: async () => null,
  listPersonalTokens: async () => [],
  listTokensInForce: async () => [],
  revokeToken: async () => false,
};

function takeSnapshot(memory: WalletMemory): Snapshot {
  const { money, users, alarms, chain } = memory;
  const { balances } = money;
  const received = money.transfers.filter(({ kind }) => kind === 'receive');
  return {
    payments: [...money.payments.values()],
    approvals: [...money.approvals.values()],
    wallets: new Map(
      [...users.keys()].map((id) => [
        id,
        { walletMsat: balances.of(walletOf(id)), heldMsat: balances.of(heldOf(id)) },
      ]),
    ),
    receivedCount: received.length,
    receivedMsat: received.reduce((sum, transfer) => sum + amountFromNode(transfer), 0n),
    unclaimedMsat: balances.of(UNCLAIMED),
    budgetsUsedSat: [...money.budgets.values()]
      .filter(({ budget }) => budget.limitSat !== null)
      .map(({ grant, windowStart }) => [grant.grantId, spentSince(money, grant, windowStart)]),
    countedAt: new Map(money.countedAt),
    alarmKinds: alarms.map(({ kind }) => kind),
    alarms,
    deposits: [...chain.deposits.values()],
    withdrawals: [...money.withdrawals.values()],
    feeBumps: readFeeBumps(memory),
    depositTransfers: money.transfers
      .filter(({ kind }) => kind === 'deposit')
      .map(({ subjectId }) => subjectId),
    chainAddresses: new Map([...chain.addresses].map(([address, { userId }]) => [address, userId])),
    coinsSat: chain.cursor?.coinsSat ?? 0n,
    addressInvoices: readAddressInvoices(memory),
    addressNames: [...memory.addresses.names].map(([name, held]) => ({ name, ...held })),
    requests: [...memory.apps.requests.values()],
    refusedEvents: readRefusedEvents(memory),
    findings: findFaults(memory),
  };
}

const readFeeBumps = ({ chain, money }: WalletMemory): readonly BookedFeeBump[] =>
  [...chain.feeBumps.values()].map((row) => ({
    ...row,
    bookedSat: money.transfers
      .filter(({ kind, subjectId }) => kind === 'bump' && subjectId === row.id)
      .map(({ postings }) => (postings[1]?.amountMsat ?? 0n) / 1000n),
  }));

function readRefusedEvents({ money }: WalletMemory): readonly string[] {
  const unpaid = [...money.keys].filter(
    ([, { target }]) => target.kind === 'payment' && !money.payments.has(target.id),
  );
  return unpaid.flatMap(([name]) => /"nwc:([0-9a-f]+)"/.exec(name)?.[1] ?? []);
}

const readAddressInvoices = ({ addresses, money }: WalletMemory): readonly BookedAddressInvoice[] =>
  [...addresses.invoices].flatMap(([id, { network }]) => {
    const stored = money.invoices.get(id);
    if (stored === undefined) return [];
    const { paymentHash, userId, expiresAt } = stored.invoice;
    return [{ paymentHash, userId, network, expiresAt, isPaid: stored.settledAt !== null }];
  });

const amountFromNode = ({ postings }: Transfer): bigint =>
  postings.reduce((sum, { account, amountMsat }) => sum - (account === NODE ? amountMsat : 0n), 0n);
