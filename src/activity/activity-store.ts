import type { Sat } from '../base/amount.ts';
import type { Payable } from '../invoices/create-invoice.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';
import type { RecordRail } from '../ledger/record-rail.ts';
import type { OpenDeposit } from '../onchain/deposit-progress.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';

/** Port: what a user sees of all that moved their money, or was meant to. */
export interface ActivityStore {
  list(query: ActivityQuery): Promise<ActivityParts | SearchRefusal>;
  /** Null for what is another user's, too. */
  find(userId: string, identifier: string): Promise<FoundActivity | null>;
  /** The names of those that ordered a payment or asked for one; unknown ones are left out. */
  nameSpenders(userId: string, grantIds: readonly string[]): Promise<readonly Spender[]>;
  /** The payers of these records who have their wallet here, where both sides show their names. */
  namePayers(userId: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Apps and tokens that have paid or asked for money; those that can still spend come first. */
  listSpenders(userId: string, limit: number): Promise<readonly Spender[]>;
  /** '' takes the note away. */
  saveMemo(note: RecordNote): Promise<void>;
}

export type SearchRefusal =
  /** Too many searches of this user are waiting for their turn. */
  | 'too_many'
  /** The search was given up: there is too much to look through. */
  | 'too_slow';

export interface ActivityQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly state: ActivityState | 'waiting' | 'all';
  /** What ordered a payment, or made the invoice that was paid. */
  readonly grantId: string | null;
  /** Times at which records were booked, and payments ordered; the second one is excluded. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly minAmountSat: Sat | null;
  readonly text: string | null;
  readonly before: ActivityPosition;
  /** Open invoices and payments on their way are wanted on the first page only. */
  readonly isFirstPage: boolean;
  /** Invoices that expired before are not open any more. */
  readonly now: Date;
  readonly limit: number;
}

export type ActivityState = 'settled' | 'pending' | 'failed';

/** A place in two lists: records in the order of settlement, failed payments in that of orders. */
export interface ActivityPosition {
  readonly settledBefore: bigint;
  readonly failedBefore: FailedPosition;
}

export interface FailedPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export const NEWEST_ACTIVITY: ActivityPosition = {
  settledBefore: 2n ** 63n - 1n,
  failedBefore: {
    createdAt: new Date('9999-12-31T23:59:59.999Z'),
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  },
};

/** Nothing is older. */
export const OLDEST_ACTIVITY: ActivityPosition = {
  settledBefore: 0n,
  failedBefore: { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
};

export interface ActivityParts {
  readonly settled: ListPart<SettledEntry, bigint>;
  readonly failed: ListPart<PaymentEntry, FailedPosition>;
  /** All of them, up to SHOWN_PENDING; newest first. They stand before all positions. */
  readonly pending: readonly PaymentEntry[];
  /** Open ones among the SEARCHED_DEPOSITS that were seen last, up to SHOWN_DEPOSITS. */
  readonly deposits: readonly DepositEntry[];
  /** Open invoices among the SEARCHED_INVOICES that expire last; the newest one comes first. */
  readonly waiting: readonly WaitingInvoice[];
}

/** An invoice that no one has paid, and that can still be paid. */
export interface WaitingInvoice {
  readonly invoice: Payable;
  /** What made it. */
  readonly grantId: string;
}

/** Newest first, up to the limit of the query. */
export interface ListPart<Entry, Position> {
  readonly entries: readonly PlacedEntry<Entry, Position>[];
  /** As far as was looked; null where nothing is older. */
  readonly end: ListPlace<Position> | null;
}

export interface ListPlace<Position> {
  readonly at: Date;
  readonly position: Position;
}

export interface PlacedEntry<Entry, Position> extends ListPlace<Position> {
  readonly entry: Entry;
}

export type ActivityEntry = SettledEntry | PaymentEntry | DepositEntry;

export interface SettledEntry {
  readonly kind: 'settled';
  /** What the body is, see `recordBody`. */
  readonly rail: RecordRail;
  /** Null on other rails than Lightning. */
  readonly movement: MovementKind | null;
  readonly body: string;
  readonly bookedAt: Date;
  /** Null for keysends that came in: no one asked for them. */
  readonly grantId: string | null;
  /** The LNURL that was paid, see SentTo; null for other payees. */
  readonly payeeLink: string | null;
}

/** A payment that has not ended, or has failed. */
export interface PaymentEntry {
  readonly kind: 'payment';
  readonly payment: Payment;
}

/** Bitcoin that is seen and not credited yet. */
export interface DepositEntry extends OpenDeposit {
  readonly kind: 'deposit';
  /** What made its address. */
  readonly grantId: string;
}

/** What asked for it; null for keysends that came in. */
export const grantOf = (entry: ActivityEntry): string | null =>
  entry.kind === 'payment' ? entry.payment.grantId : entry.grantId;

export interface FoundActivity {
  readonly entry: ActivityEntry;
  /** The Lightning payment that a settled record is about; null for all other money. */
  readonly payment: Payment | null;
  /** The other side, where it has its wallet here too; null before money has moved. */
  readonly otherUserId: string | null;
  readonly note: string | null;
  readonly deliveries: readonly RecordDelivery[];
}

/** What an endpoint was told of a record. */
export interface RecordDelivery {
  readonly endpointId: string;
  readonly endpointUrl: string;
  readonly messageId: string;
  readonly state: DeliveryState;
}

/** A personal token or an app. */
export interface Spender {
  readonly grantId: string;
  readonly kind: 'token' | 'app';
  readonly name: string;
  /** Revoked, disconnected or deleted. */
  readonly isEnded: boolean;
}

export interface RecordNote {
  readonly userId: string;
  readonly identifier: string;
  readonly text: string;
  readonly at: Date;
}
