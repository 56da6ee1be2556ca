import type { StoredAlarm } from '../../../src/alarms/alarm-store.ts';
import { msat } from '../../../src/base/amount.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { BooksFinding, BooksStore } from '../../../src/ledger/books/books-store.ts';
import type {
  CreditEvent,
  MoneyStore,
  ResolveEvent,
  ResolveOutcome,
} from '../../../src/ledger/money-store.ts';
import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { InvoicePlace } from '../../../src/lightning/node-port.ts';
import type { SettledPlace } from '../../../src/node/node-store.ts';
import type { SolvencyStore } from '../../../src/node/solvency-store.ts';
import type { StoredRefusal } from '../../../src/payments/batch-store.ts';
import type { StuckMark } from '../../../src/payments/stuck-store.ts';
import type { User } from '../../../src/users/user-store.ts';
import { heldOf, NODE, UNCLAIMED, walletOf } from '../money-model/ledger/account.ts';
import { createMemoryMoneyStore } from '../money-model/memory-world.ts';
import { type MemoryState, newMemoryState } from '../money-model/state.ts';
import { type AddressMemory, newAddressMemory } from './address-memory.ts';
import { type AppMemory, newAppMemory } from './app-memory.ts';
import { type ChainMemory, newChainMemory } from './chain-memory.ts';
import { booksPlaceOf, isKnown, newSafetyMemory, type SafetyMemory } from './safety-memory.ts';

/** A whole database in memory: the money of memory-state.ts, and what stands beside it. */
export interface WalletMemory {
  readonly clock: Clock;
  readonly money: MemoryState;
  readonly users: Map<string, User>;
  readonly batchRefusals: Map<string, StoredRefusal>;
  readonly invoicesToCancel: Set<string>;
  /** By user, the most that they may have here. */
  readonly maxBalancesSat: Map<string, bigint>;
  /** What was booked to no known user. */
  readonly unclaimed: CreditEvent[];
  readonly alarms: StoredAlarm[];
  readonly processes: Map<string, { readonly heartbeatAt: Date; readonly isGone: boolean }>;
  readonly leases: Map<string, Lease>;
  readonly passedInvoices: Map<string, InvoicePlace>;
  readonly checkedSettlements: Map<string, SettledPlace>;
  readonly safety: SafetyMemory;
  readonly stuck: Map<string, StuckRow>;
  readonly addresses: AddressMemory;
  readonly apps: AppMemory;
  readonly chain: ChainMemory;
}

export interface StuckRow extends StuckMark {
  readonly isTold: boolean;
  readonly isClosed: boolean;
}

export interface Lease {
  readonly holder: string | null;
  readonly expiresAtMs: number;
  readonly fence: bigint;
}

/** `now` is the time by which the database counts what leaves, in milliseconds. */
export const createWalletMemory = (
  clock: Clock,
  now = () => clock.now().getTime(),
): WalletMemory => ({
  clock,
  money: newMemoryState(now),
  users: new Map(),
  batchRefusals: new Map(),
  invoicesToCancel: new Set(),
  maxBalancesSat: new Map(),
  unclaimed: [],
  alarms: [],
  processes: new Map(),
  leases: new Map(),
  passedInvoices: new Map(),
  checkedSettlements: new Map(),
  safety: newSafetyMemory(),
  stuck: new Map(),
  addresses: newAddressMemory(),
  apps: newAppMemory(),
  chain: newChainMemory(),
});

/** The money store, with the marks that other stores read. */
export function createMoneyOf(memory: WalletMemory): MoneyStore {
  const store = createMemoryMoneyStore(memory.money);
  const { payments } = memory.money;
  const resolve = async (event: ResolveEvent): Promise<readonly ResolveOutcome[]> => {
    const isPresumed = event.end.kind === 'failed' && event.end.onlyFrom === 'unsent';
    const state = payments.get(event.paymentId)?.state;
    if (!isPresumed || state !== 'reserved' || isKnown(memory.safety)) {
      return await store.resolve([event]);
    }
    return [{ kind: 'conflict', state }];
  };
  return {
    ...store,
    resolve: async (events) => {
      const outcomes: ResolveOutcome[] = [];
      for (const event of events) outcomes.push(...(await resolve(event)));
      return outcomes;
    },
    settleInternal: async (events) => {
      const outcomes = await store.settleInternal(events);
      for (const [place, { invoiceId }] of events.entries()) {
        const isSettled = outcomes[place]?.kind === 'settled';
        if (isSettled && invoiceId !== null) memory.invoicesToCancel.add(invoiceId);
      }
      return outcomes;
    },
    credit: async (events) => {
      const outcomes = await store.credit(events);
      const credited = events.filter((_, place) => outcomes[place]?.kind === 'credited');
      memory.unclaimed.push(...credited.filter(({ target }) => target.kind === 'unclaimed'));
      return outcomes;
    },
  };
}

export const createSolvencyOf = ({ money, users }: WalletMemory): SolvencyStore => ({
  readObligations: async () => ({
    walletsMsat: msat(sum([...users.keys()].map((id) => money.balances.of(walletOf(id))))),
    heldNotInFlightMsat: msat(
      sum(
        [
          ...[...money.payments.values()]
            .filter(({ state }) => isOpen(state) && state !== 'dispatching')
            .filter(({ dispatch }) => dispatch.acknowledgedIndex === null),
          ...[...money.withdrawals.values()].filter(({ endedAt }) => endedAt === null),
        ].map(({ heldSat }) => heldSat * 1000n),
      ),
    ),
    unclaimedMsat: msat(money.balances.of(UNCLAIMED)),
  }),
});

export const createBooksOf = (memory: WalletMemory): BooksStore => ({
  checkBooks: async () => ({
    place: booksPlaceOf(memory.safety),
    transfersCount: BigInt(memory.money.transfers.length),
    liabilitiesMsat: msat(0n),
    nodeMsat: msat(memory.money.balances.of(NODE)),
    findings: listFindings(memory),
  }),
  checkNewLines: async () => ({
    findings: listFindings(memory),
    linesCount: memory.money.transfers.length,
    nextUser: null,
  }),
  checkSlice: async () => null,
});

const listFindings = (memory: WalletMemory): readonly BooksFinding[] =>
  findFaults(memory).map((rule) => ({ rule, subject: '', detail: rule }));

/** What is wrong with the books; empty when every rule holds. */
export function findFaults({ money, users }: WalletMemory): readonly string[] {
  const faults: string[] = [];
  if (money.balances.totalMsat !== 0n) faults.push('money was made or lost');
  for (const id of users.keys()) {
    const open = [
      ...[...money.payments.values()].filter(({ state }) => isOpen(state)),
      ...[...money.withdrawals.values()].filter(({ endedAt }) => endedAt === null),
    ].filter(({ userId }) => userId === id);
    const heldMsat = sum(open.map(({ heldSat }) => heldSat * 1000n));
    if (money.balances.of(heldOf(id)) !== heldMsat) faults.push('held is not what is open');
    if (money.balances.of(walletOf(id)) < 0n) faults.push('a wallet is below zero');
  }
  return faults;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
