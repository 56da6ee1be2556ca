import type { Chain, ChainWallet } from './chain/chain-state.ts';

/**
 * Everything that the simulated network remembers, as plain data. Only entries of the journal
 * change it (apply-entry.ts), so that a restart continues with the state of the last process.
 * Amounts are bigint and their names end in `Msat`, which the journal relies on. Hex is in lower
 * case.
 */
export interface NetworkState {
  seedHex: string;
  readonly nodes: Map<string, SimNode>;
  readonly channels: Map<string, Channel>;
  /** Channels that are being opened, by the id of their funding transaction. */
  readonly opening: Map<string, OpeningChannel>;
  readonly closing: Map<string, ClosingChannel>;
  readonly closed: Map<string, ClosedChannel>;
  chain: Chain;
}

/**
 * A simulated node. Channels and journal entries refer to it by `name`, because its key may change.
 */
export interface SimNode {
  readonly name: string;
  readonly alias: string;
  readonly color: string;
  privateKeyHex: string;
  pubkey: string;
  /** Whether the node accepts keysends, like LND's setting `accept-keysend`. */
  readonly acceptsKeysend: boolean;
  readonly invoices: InvoiceBook;
  readonly payments: PaymentBook;
  wallet: ChainWallet;
}

export interface InvoiceBook {
  readonly byHash: Map<string, Invoice>;
  readonly byPaymentAddr: Map<string, Invoice>;
  /** All invoices by ascending add index. Deleted invoices leave gaps in the indexes. */
  readonly added: Invoice[];
  nextAddIndex: number;
  /**
   * All settlements; the settle index is the position plus 1. An AMP invoice is listed once for
   * each settled set, even if it was cancelled and deleted later.
   */
  readonly settled: Settlement[];
}

export interface Settlement {
  readonly invoice: Invoice;
  /** The AMP set that was settled; null for other invoices. */
  readonly setId: string | null;
}

export type InvoiceState = 'OPEN' | 'SETTLED' | 'CANCELED' | 'ACCEPTED';

export interface Invoice {
  readonly paymentHash: string;
  readonly addIndex: number;
  readonly memo: string;
  readonly descriptionHash: string;
  /** The amount; 0 when the payer chooses it. */
  readonly valueMsat: bigint;
  readonly createdAtSec: number;
  readonly expirySec: number;
  readonly cltvExpiry: number;
  /** The BOLT 11 text; empty for a keysend. */
  readonly paymentRequest: string;
  readonly paymentAddr: string;
  readonly routeHints: readonly HopHint[];
  readonly isHold: boolean;
  readonly isKeysend: boolean;
  readonly isAmp: boolean;
  /** Whether the invoice has a blinded path instead of the payment address. */
  readonly isBlinded: boolean;
  /** The preimage; null for a hold invoice until it settles. */
  preimage: string | null;
  state: InvoiceState;
  settleIndex: number;
  settledAtSec: number;
  amtPaidMsat: bigint;
  readonly htlcs: InvoiceHtlc[];
  /**
   * The sets that have paid an AMP invoice, by set id. Such an invoice stays open and can be paid
   * again.
   */
  readonly ampSets: Map<string, AmpSet>;
}

export interface AmpSet {
  readonly settleIndex: number;
  readonly settledAtSec: number;
  readonly amtPaidMsat: bigint;
}

export interface HopHint {
  readonly nodeId: string;
  readonly chanId: string;
  readonly feeBaseMsat: bigint;
  readonly feeProportionalMillionths: number;
  readonly cltvExpiryDelta: number;
}

export interface InvoiceHtlc {
  readonly chanId: string;
  readonly htlcIndex: number;
  readonly amtMsat: bigint;
  readonly mppTotalAmtMsat: bigint;
  readonly acceptHeight: number;
  readonly acceptTimeSec: number;
  readonly expiryHeight: number;
  /** Custom records of the HTLC: hex by decimal type. */
  readonly customRecords: Readonly<Record<string, string>>;
  readonly amp: AmpPart | null;
  /** The attempt that waits for the payee's answer; null when no simulated node sent the HTLC. */
  readonly from: AttemptRef | null;
  /**
   * The time at which the payee returns the HTLC if the other parts of the payment have not
   * arrived.
   */
  readonly giveUpAtMs: number;
  state: 'ACCEPTED' | 'SETTLED' | 'CANCELED';
  resolveTimeSec: number;
}

export interface AttemptRef {
  readonly node: string;
  readonly paymentHash: string;
  readonly attemptId: number;
}

/** An HTLC that arrives at the payee. */
export interface ArrivedHtlc {
  readonly payer: string;
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly amountMsat: bigint;
  /** The total amount of all parts of the payment, as its payer states it. */
  readonly totalMsat: bigint;
}

/** The payee's answer to an HTLC. */
export type HtlcAnswer =
  | { readonly kind: 'settled'; readonly preimage: string }
  | { readonly kind: 'failed'; readonly code: FailureCode };

export interface PaymentBook {
  readonly byHash: Map<string, Payment>;
  /**
   * Payments by ascending payment index. A payment that is tried again gets a new index and moves
   * to the end.
   */
  readonly byIndex: Payment[];
  nextIndex: number;
  nextAttemptId: number;
}

export type PaymentStatus = 'INITIATED' | 'IN_FLIGHT' | 'SUCCEEDED' | 'FAILED';

export type FailureReason =
  | 'FAILURE_REASON_TIMEOUT'
  | 'FAILURE_REASON_NO_ROUTE'
  | 'FAILURE_REASON_ERROR'
  | 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS'
  | 'FAILURE_REASON_INSUFFICIENT_BALANCE'
  | 'FAILURE_REASON_CANCELED';

export interface Payment {
  readonly paymentHash: string;
  readonly paymentIndex: number;
  readonly createdAtMs: number;
  readonly order: PaymentOrder;
  readonly attempts: Attempt[];
  failureReason: FailureReason | null;
}

/** The payer's request. It is stored so that a restart can continue the payment. */
export interface PaymentOrder {
  readonly destination: string;
  readonly valueMsat: bigint;
  readonly feeLimitMsat: bigint;
  readonly paymentRequest: string;
  readonly paymentAddr: string | null;
  readonly finalCltvDelta: number;
  readonly cltvLimit: number;
  readonly maxParts: number;
  /** No new attempt starts after this time; null for no limit. */
  readonly deadlineMs: number | null;
  /**
   * The route hints of the invoice that have a single hop: from a public node to an unannounced
   * payee.
   */
  readonly routeHints: readonly HopHint[];
  /** Custom records of the payment: hex by decimal type. */
  readonly customRecords: Readonly<Record<string, string>>;
  readonly amp: AmpPart | null;
  /** The fault that was requested for this payment. */
  readonly fate: PaymentFate | null;
}

/**
 * The only part of an AMP payment. The payer sends the payee a share of the secret from which both
 * derive the preimage.
 */
export interface AmpPart {
  readonly setId: string;
  readonly rootShare: string;
  readonly childIndex: number;
  readonly hash: string;
  readonly preimage: string;
}

export type PaymentFate =
  | { readonly kind: 'fail'; readonly reason: FailureReason }
  /**
   * A fault in which the payee holds the payment, and later accepts it (`isTaken`) or refuses it.
   */
  | { readonly kind: 'hold'; readonly untilMs: number; readonly isTaken: boolean }
  /**
   * A fault in which the payer sends only the first half of the amount, and the payee waits for the
   * rest.
   */
  | { readonly kind: 'missing_part'; readonly waitMs: number }
  /** A fault in which the payee reports its invoice as settled, but gives the HTLC back. */
  | { readonly kind: 'taken_back' }
  /**
   * A fault in which the payer's node records an attempt, but never puts it into a channel, not
   * even after a restart.
   */
  | { readonly kind: 'stranded' };

export interface Attempt {
  readonly attemptId: number;
  readonly route: Route;
  readonly startedAtMs: number;
  /** The position of the hop that could not forward the payment; null when all could. */
  readonly blockedAtHop: number | null;
  status: 'IN_FLIGHT' | 'SUCCEEDED' | 'FAILED';
  resolvedAtMs: number;
  preimage: string | null;
  failure: HtlcFailure | null;
}

export interface HtlcFailure {
  readonly code: FailureCode;
  /**
   * The position on the route of the node that reports the failure: 0 is the payer, the last is the
   * payee.
   */
  readonly sourceIndex: number;
  readonly htlcMsat: bigint;
  readonly height: number;
}

export type FailureCode =
  | 'INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS'
  | 'TEMPORARY_CHANNEL_FAILURE'
  | 'TEMPORARY_NODE_FAILURE'
  | 'UNKNOWN_NEXT_PEER'
  | 'FINAL_INCORRECT_CLTV_EXPIRY'
  | 'INVALID_ONION_VERSION'
  | 'MPP_TIMEOUT';

export interface Route {
  readonly hops: readonly Hop[];
  /** The amount that leaves the payer, with all fees. */
  readonly totalAmtMsat: bigint;
  readonly totalFeesMsat: bigint;
  readonly totalTimeLock: number;
}

/** A channel of a route, and the node at its far end. */
export interface Hop {
  readonly chanId: string;
  readonly fromName: string;
  readonly toName: string;
  readonly pubkey: string;
  readonly amtToForwardMsat: bigint;
  /** The fee that the node at the far end charges for forwarding; 0 for the payee. */
  readonly feeMsat: bigint;
  readonly expiryHeight: number;
}

export interface Channel {
  readonly chanId: string;
  readonly fundingTxid: string;
  /** The names of the channel's two nodes. The first one opened the channel. */
  readonly ends: readonly [string, string];
  readonly capacitySat: number;
  readonly isAnnounced: boolean;
  /** The fee policies of the two sides, each for payments that this side sends over the channel. */
  readonly policies: readonly [Policy, Policy];
  readonly balancesMsat: [bigint, bigint];
  readonly sentMsat: [bigint, bigint];
  readonly htlcs: Map<string, ChannelHtlc>;
  nextHtlcIndex: number;
}

/**
 * A channel whose funding transaction waits for confirmations. Its funding output always has index
 * 0.
 */
export interface OpeningChannel
  extends Pick<
    Channel,
    'fundingTxid' | 'ends' | 'capacitySat' | 'isAnnounced' | 'policies' | 'balancesMsat'
  > {}

/** A channel that both sides have closed, while its closing transaction waits for confirmations. */
export interface ClosingChannel extends OpeningChannel {
  readonly chanId: string;
  readonly closingTxid: string;
  /** The side that asked to close the channel. */
  readonly closedBy: string;
}

/** A channel whose closing transaction has enough confirmations. */
export interface ClosedChannel extends ClosingChannel {
  readonly closeHeight: number;
}

export interface Policy {
  readonly feeBaseMsat: bigint;
  readonly feeProportionalMillionths: number;
  readonly cltvDelta: number;
  readonly minHtlcMsat: bigint;
  readonly maxHtlcMsat: bigint;
}

export interface ChannelHtlc {
  readonly htlcIndex: number;
  readonly fromName: string;
  readonly amountMsat: bigint;
  readonly paymentHash: string;
  readonly expiryHeight: number;
}
