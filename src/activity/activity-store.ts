import type { Sat } from '../base/amount.ts';
import type { Payable } from '../invoices/create-invoice.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PaymentRail, RecordRail } from '../ledger/record-rail.ts';
import type { OpenDeposit } from '../onchain/deposit-progress.ts';
import type { Withdrawal } from '../onchain/withdrawal.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';

/** Port: all money of a user that moved, or was meant to, as the user sees it. */
export interface ActivityStore {
  list(query: ActivityQuery): Promise<ActivityParts | SearchRefusal>;
  /** Finds a record, payment or deposit of a user; null when it is another user's. */
  find(userId: string, identifier: string): Promise<FoundActivity | null>;
  /**
   * Names of apps and tokens that ordered a payment or asked for one; unknown ones are left out.
   */
  nameSpenders(userId: string, grantIds: readonly string[]): Promise<readonly Spender[]>;
  /**
   * Names the payers of the given records who have their wallet here, where both sides show their
   * names.
   */
  namePayers(userId: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Lists apps and tokens that have paid or asked for money; those that can still spend come first.
   */
  listSpenders(userId: string, limit: number): Promise<readonly Spender[]>;
  /** Saves the user's note about a record; '' removes it. */
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
  /** The app or token that ordered a payment, or made the invoice that was paid. */
  readonly grantId: string | null;
  /**
   * The earliest time of entries, and the time before which they lie: when records were booked, and
   * payments ordered. Null for any.
   */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly minAmountSat: Sat | null;
  readonly text: string | null;
  readonly before: ActivityPosition;
  /**
   * Whether it is the first page: open invoices and payments on their way are wanted there only.
   */
  readonly isFirstPage: boolean;
  /** The present time: invoices that expired before are not open any more. */
  readonly now: Date;
  readonly limit: number;
}

export type ActivityState = 'settled' | 'pending' | 'failed';

/**
 * A position in the two lists that make up a page: records in the order of settlement, and failed
 * payments in that of their orders.
 */
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

/** The position behind the oldest entry. */
export const OLDEST_ACTIVITY: ActivityPosition = {
  settledBefore: 0n,
  failedBefore: { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
};

export interface ActivityParts {
  readonly settled: ListPart<SettledEntry, bigint>;
  readonly failed: ListPart<OrderEntry, FailedPosition>;
  /**
   * Payments on their way, newest first, up to SHOWN_PENDING. They stand above all other entries.
   */
  readonly pending: readonly OrderEntry[];
  /**
   * Up to SHOWN_DEPOSITS open deposits, looked for only among the SEARCHED_DEPOSITS newest ones so
   * that one query stays cheap.
   */
  readonly deposits: readonly DepositEntry[];
  /**
   * Open invoices, newest first, looked for only among the SEARCHED_INVOICES that expire last so
   * that one query stays cheap.
   */
  readonly waiting: readonly WaitingInvoice[];
}

/** An invoice that no one has paid, and that can still be paid. */
export interface WaitingInvoice {
  readonly invoice: Payable;
  /** The app or token that made the invoice. */
  readonly grantId: string;
}

/** A part of a list, newest first, up to the limit of the query. */
export interface ListPart<Entry, Position> {
  readonly entries: readonly PlacedEntry<Entry, Position>[];
  /** The place up to which the list was read; null where nothing is older. */
  readonly end: ListPlace<Position> | null;
}

export interface ListPlace<Position> {
  readonly at: Date;
  readonly position: Position;
}

export interface PlacedEntry<Entry, Position> extends ListPlace<Position> {
  readonly entry: Entry;
}

export type ActivityEntry = SettledEntry | OrderEntry | DepositEntry;

interface Entry {
  /** The rail of money, which decides about the form of the body: see `fieldsOfEntry`. */
  readonly rail: RecordRail;
  /** The kind of movement; null on rails other than Lightning. */
  readonly movement: MovementKind | null;
  readonly body: string;
  /**
   * The app or token that caused the entry; null for keysends that came in, as no one asked for
   * them.
   */
  readonly grantId: string | null;
  /** The LNURL that was paid, see SentTo; null where the payee was given otherwise. */
  readonly payeeLink: string | null;
}

export interface SettledEntry extends Entry {
  readonly kind: 'settled';
  readonly bookedAt: Date;
}

/** A payment that has not ended, or has failed. */
export type OrderEntry = LightningOrder | ChainOrder;

export interface LightningOrder extends Ordered {
  readonly rail: 'lightning';
}

/** Bitcoin to an address. */
export interface ChainOrder extends Ordered {
  readonly rail: 'chain';
  readonly withdrawal: Withdrawal;
}

interface Ordered extends Entry {
  readonly kind: 'order';
  readonly rail: PaymentRail;
  readonly id: string;
  /** Money that is set aside for the payment: its amount and a reserve for fees. */
  readonly heldSat: Sat;
  readonly createdAt: Date;
  /** When the payment failed; null while it is on its way. */
  readonly endedAt: Date | null;
}

/** Bitcoin that was seen on the chain and is not credited. */
export interface DepositEntry extends Entry, OpenDeposit {
  readonly kind: 'deposit';
  readonly rail: 'chain';
}

export interface FoundActivity {
  readonly entry: ActivityEntry;
  /** The Lightning payment of the entry; null for deposits, and for what came in. */
  readonly payment: Payment | null;
  /** What became of bitcoin to an address; null for all other money. */
  readonly withdrawal: Withdrawal | null;
  /** The height of the chain at the last look; null for all that is not of the chain. */
  readonly tipHeight: number | null;
  /** The user on the other side, if their wallet is here too; null while no money has moved. */
  readonly otherUserId: string | null;
  readonly note: string | null;
  readonly deliveries: readonly RecordDelivery[];
}

/** A webhook message about a record. */
export interface RecordDelivery {
  readonly endpointId: string;
  readonly endpointUrl: string;
  readonly messageId: string;
  readonly state: DeliveryState;
}

/** A personal token or an app that paid. */
export interface Spender {
  readonly grantId: string;
  readonly kind: 'token' | 'app';
  readonly name: string;
  /** Whether the token or app was revoked, disconnected or deleted. */
  readonly isEnded: boolean;
}

export interface RecordNote {
  readonly userId: string;
  readonly identifier: string;
  readonly text: string;
  readonly at: Date;
}
