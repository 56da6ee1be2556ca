import type { AddressLimits } from '../../src/address/address-invoice-store.ts';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import type { Stores } from '../../src/app/compose/compose-stores.ts';
import type { Sat } from '../../src/base/amount.ts';
import type { MoneyStore } from '../../src/ledger/money-store.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import type { NwcStores } from '../../src/nwc/nwc.ts';
import type { Deposit } from '../../src/onchain/deposit.ts';
import type { FeeBump } from '../../src/onchain/fee-bump.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import type { OutflowLimits, OutflowMode } from '../../src/outflow/outflow-limits.ts';
import type { Approval } from '../../src/payments/approval.ts';
import type { OutflowModel } from '../support/money-model/outflow.ts';
import type { Connections } from '../support/wallet-memory/apps.ts';
import type { LimitSource } from './outflow/outflow-world.ts';
import type { Person } from './person.ts';

/** A database, in memory or real, below any number of processes. */
export interface Storage {
  /** The stores of the database that is the primary now. */
  readonly stores: PlainStores;
  readonly connections: Connections;
  /** Payments of the storage as they are; empty where it cannot go back. */
  payments(): readonly Payment[];
  /** A copy of the primary as it is now; null where the storage makes none. */
  takeCopy(): DatabaseCopy | null;
  /** Has the effect of one call; with a real database one at a time, so that a seed replays. */
  perform<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** The operator sets limits of custody. */
  limitUser(
    person: Pick<Person, 'user' | 'maxBalanceSat' | 'maxSendDaySat'>,
    at: Date,
  ): Promise<void>;
  /** The operator stops what leaves over the node, or allows it; false when they had before. */
  stopPayments(): Promise<boolean>;
  liftPaymentStop(): Promise<boolean>;
  readonly outflow: OutflowControls;
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
  takeSnapshot(): Promise<Snapshot>;
  close(): Promise<void>;
}

/** Limits on what leaves, and the clock by which the database counts that. */
export interface OutflowControls {
  nowMs(): number;
  /** From now on this clock is so much further ahead. */
  moveClock(ms: number): void;
  /** Sets the limits of one source. The mode is one of the settings. */
  limit(source: LimitSource, limits: OutflowLimits, mode: OutflowMode | null): Promise<void>;
  /** An operator lifts the stop of a limit, and allows so much beyond the limits. */
  release(beyondSat: Sat): Promise<boolean>;
  /** The gate of a storage in memory, to plant mistakes in; null for a real database. */
  model(): OutflowModel | null;
}

export interface DatabaseCopy {
  /**
   * Makes it the primary: as a standby that is promoted, or as files that are put back, which leave
   * no mark but the start of the server.
   */
  becomePrimary(how: 'promoted' | 'put_back'): void;
}

/**
 * Processes do not set limits, strangers send no zaps here yet, no log is kept of what operators do,
 * no app listens to what settles, and no relay is outside.
 */
type NotPlayed =
  | 'requestStorage'
  | 'userLimits'
  | 'zapDeliveries'
  | 'chainTransactions'
  | 'storage'
  | 'sendLimits'
  | 'actions'
  | 'databaseSafety';
type NwcNotPlayed = 'notifications' | 'nwcExternal';

export type PlainStores = Omit<Stores, 'money' | NotPlayed> &
  Omit<NwcStores, NwcNotPlayed> & { readonly moneyStore: MoneyStore };

/** Small, so that strangers meet them. */
export const ADDRESS_LIMITS: AddressLimits = { perNetwork: 4, perUser: 8, inAll: 12 };

/** What the books say at one moment. */
export interface Snapshot {
  readonly payments: readonly Payment[];
  readonly approvals: readonly Approval[];
  readonly wallets: ReadonlyMap<string, WalletState>;
  /** All transfers of money that arrived from outside. */
  readonly receivedCount: number;
  readonly receivedMsat: bigint;
  readonly unclaimedMsat: bigint;
  /** What each budget with a limit says that it has used. */
  readonly budgetsUsedSat: readonly (readonly [grantId: string, usedSat: bigint])[];
  /** Payments that count in a later window than that of their order. */
  readonly countedAt: ReadonlyMap<string, Date>;
  readonly alarmKinds: readonly string[];
  readonly alarms: readonly Pick<Alarm, 'kind' | 'subject'>[];
  readonly addressInvoices: readonly BookedAddressInvoice[];
  readonly addressNames: readonly BookedName[];
  readonly requests: readonly BookedRequest[];
  /** Ids of events whose key stands for no payment, so that none can begin. */
  readonly refusedEvents: readonly string[];
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
  readonly feeBumps: readonly BookedFeeBump[];
  /** The ids of deposits, each as often as it was credited. */
  readonly depositTransfers: readonly string[];
  /** Bitcoin addresses, and whose they are. */
  readonly chainAddresses: ReadonlyMap<string, string>;
  /** What the wallet of the node holds, as the service counts it. */
  readonly coinsSat: bigint;
  /** What the books find wrong with themselves. */
  readonly findings: readonly string[];
}

export interface BookedFeeBump extends Omit<FeeBump, 'raw'> {
  /** Null until it ends. */
  readonly isPaid: boolean | null;
  /** What operators have paid for it, each time that it was booked. */
  readonly bookedSat: readonly bigint[];
}

/** An invoice that a stranger asked for. */
export interface BookedAddressInvoice {
  readonly paymentHash: string;
  readonly userId: string;
  readonly network: string;
  readonly expiresAt: Date;
  readonly isPaid: boolean;
}

/** What an app asked for over Nostr Wallet Connect. */
export interface BookedRequest {
  readonly eventId: string;
  /** The signed event, as text; null while there is none. */
  readonly answer: string | null;
}

export interface BookedName {
  readonly name: string;
  readonly userId: string;
  readonly isCurrent: boolean;
}

export interface WalletState {
  readonly walletMsat: bigint;
  readonly heldMsat: bigint;
}
