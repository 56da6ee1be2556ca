import type { Sat } from '../base/amount.ts';
import type { Payable } from '../invoices/create-invoice.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PaymentRail, RecordRail } from '../ledger/record-rail.ts';
import type { OpenDeposit } from '../onchain/deposit-progress.ts';
import type { Withdrawal } from '../onchain/withdrawal.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';

/**
 * Port: all money of a user that moved or was meant to move, in the form in which its user sees it.
 */
export interface ActivityStore {
  list(query: ActivityQuery): Promise<ActivityParts | SearchRefusal>;
  /**
   * Finds an entry in the activity of a user: a record of settled money, a payment or a deposit.
   * Null if this user has no entry with the identifier.
   */
  find(userId: string, identifier: string): Promise<FoundActivity | null>;
  /**
   * Finds names of the apps and tokens that ordered a payment or made an invoice. Ids of no known
   * app or token are left out.
   */
  nameSpenders(userId: string, grantIds: readonly string[]): Promise<readonly Spender[]>;
  /**
   * Finds names of the payers of the given records who have their wallet in this service. A payer
   * is named only if both sides show their names to others.
   */
  namePayers(userId: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Lists the apps and tokens that have paid or made an invoice. Those that can still spend come
   * first.
   */
  listSpenders(userId: string, limit: number): Promise<readonly Spender[]>;
  /** Saves the user's note about a record; '' removes it. */
  saveMemo(note: RecordNote): Promise<void>;
}

export type SearchRefusal =
  /** Too many searches of this user are waiting for their turn, so this one is turned away. */
  | 'too_many'
  /** The search was stopped because it took too long: the user has too much to look through. */
  | 'too_slow';

export interface ActivityQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly state: ActivityState | 'waiting' | 'all';
  /**
   * Limits the list to what one app or token caused: payments that it ordered, and money for
   * invoices that it made. Null for everything.
   */
  readonly grantId: string | null;
  /**
   * Limits the list to entries at `from` or later, and before `to`. The time of a record is when it
   * was booked; that of a payment, when it was ordered. Null for no limit.
   */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly minAmountSat: Sat | null;
  readonly text: string | null;
  readonly before: ActivityPosition;
  /**
   * Whether the first page is wanted. Only there, open invoices and payments under way are shown.
   */
  readonly isFirstPage: boolean;
  /** The present time, by which it is decided whether an invoice has expired. */
  readonly now: Date;
  readonly limit: number;
}

export type ActivityState = 'settled' | 'pending' | 'failed';

/**
 * A position in the two lists that are merged into one page: the records of settled money in the
 * order of their booking, and the failed payments in the order in which they were ordered.
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

/** The position after the oldest entries of both lists, the records and the failed payments. */
export const OLDEST_ACTIVITY: ActivityPosition = {
  settledBefore: 0n,
  failedBefore: { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
};

export interface ActivityParts {
  readonly settled: ListPart<SettledEntry, bigint>;
  readonly failed: ListPart<OrderEntry, FailedPosition>;
  /**
   * Payments under way, newest first, at most SHOWN_PENDING. They stand above all other entries.
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

/** An invoice that no one has paid yet and that has not expired. */
export interface WaitingInvoice {
  readonly invoice: Payable;
  /** The id of the app or token that made the invoice. */
  readonly grantId: string;
}

/**
 * A part of one of the two lists that are merged into a page (settled records, and failed
 * payments). The newest entries come first, at most as many as the query allows.
 */
export interface ListPart<Entry, Position> {
  readonly entries: readonly PlacedEntry<Entry, Position>[];
  /** The place up to which the list was read; null if there is nothing older in the list. */
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
  /**
   * The rail of the money (Lightning, or the chain), which decides about the form of the JSON in
   * `body`: see `fieldsOfEntry`.
   */
  readonly rail: RecordRail;
  /** The kind of movement over Lightning, such as a keysend; null for money on the chain. */
  readonly movement: MovementKind | null;
  readonly body: string;
  /**
   * The id of the app or token that caused the entry; null for a received keysend, which no one
   * here asked for.
   */
  readonly grantId: string | null;
  /**
   * The LNURL to which the payment was made (see SentTo); null if the payee was not named by an
   * LNURL.
   */
  readonly payeeLink: string | null;
}

export interface SettledEntry extends Entry {
  readonly kind: 'settled';
  readonly bookedAt: Date;
}

/**
 * A payment that is under way or has failed. Once a payment is settled, it is listed as a record
 * instead.
 */
export type OrderEntry = LightningOrder | ChainOrder;

export interface LightningOrder extends Ordered {
  readonly rail: 'lightning';
}

/** A payment of bitcoin to an address, over the chain. */
export interface ChainOrder extends Ordered {
  readonly rail: 'chain';
  readonly withdrawal: Withdrawal;
}

interface Ordered extends Entry {
  readonly kind: 'order';
  readonly rail: PaymentRail;
  readonly id: string;
  /** The money that is set aside for the payment: its amount and a reserve for fees. */
  readonly heldSat: Sat;
  readonly createdAt: Date;
  /** The time when the payment failed; null while it is under way. */
  readonly endedAt: Date | null;
}

/** Bitcoin that was seen on the chain and is not credited to the user yet. */
export interface DepositEntry extends Entry, OpenDeposit {
  readonly kind: 'deposit';
  readonly rail: 'chain';
}

export interface FoundActivity {
  readonly entry: ActivityEntry;
  /** The Lightning payment of the entry; null for deposits and for received money. */
  readonly payment: Payment | null;
  /**
   * The withdrawal, if the entry is a payment of bitcoin to an address; null for all other entries.
   */
  readonly withdrawal: Withdrawal | null;
  /**
   * The height of the chain when the node was last asked for it; null for entries that are not on
   * the chain.
   */
  readonly tipHeight: number | null;
  /**
   * The user on the other side, if they have their wallet in this service; null for others, and
   * while no money has moved.
   */
  readonly otherUserId: string | null;
  readonly note: string | null;
  readonly deliveries: readonly RecordDelivery[];
}

/** The delivery of a webhook message about a record to one endpoint. */
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
  /** Whether the token was revoked, or the app was disconnected or deleted. */
  readonly isEnded: boolean;
}

export interface RecordNote {
  readonly userId: string;
  readonly identifier: string;
  readonly text: string;
  readonly at: Date;
}
