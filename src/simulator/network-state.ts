import type { Chain, ChainWallet } from './chain/chain-state.ts';

/**
 * Everything the simulated network remembers, as plain data. It changes only through journal
 * entries (apply-entry.ts), so that a restart sees what the last process saw. Amounts are bigint
 * and their names end in `Msat`; the journal relies on that. Hex is lower case.
 */
export interface NetworkState {
  seedHex: string;
  readonly nodes: Map<string, SimNode>;
  readonly channels: Map<string, Channel>;
  /** By the id of their funding transactions. */
  readonly opening: Map<string, OpeningChannel>;
  readonly closing: Map<string, ClosingChannel>;
  chain: Chain;
}

/** A simulated node; channels and journal entries refer to it by `name`, as its key may change. */
export interface SimNode {
  readonly name: string;
  readonly alias: string;
  readonly color: string;
  privateKeyHex: string;
  pubkey: string;
  /** LND's `accept-keysend`. */
  readonly acceptsKeysend: boolean;
  readonly invoices: InvoiceBook;
  readonly payments: PaymentBook;
  wallet: ChainWallet;
}

export interface InvoiceBook {
  readonly byHash: Map<string, Invoice>;
  readonly byPaymentAddr: Map<string, Invoice>;
  /** Ascending add index; deleted ones leave gaps. */
  readonly added: Invoice[];
  nextAddIndex: number;
  /**
   * Position = settle index − 1. An AMP invoice is here once for each settled set, even when it was
   * cancelled and deleted later.
   */
  readonly settled: Settlement[];
}

export interface Settlement {
  readonly invoice: Invoice;
  /** Null except for AMP. */
  readonly setId: string | null;
}

export type InvoiceState = 'OPEN' | 'SETTLED' | 'CANCELED' | 'ACCEPTED';

export interface Invoice {
  readonly paymentHash: string;
  readonly addIndex: number;
  readonly memo: string;
  readonly descriptionHash: string;
  /** 0 when the payer chooses. */
  readonly valueMsat: bigint;
  readonly createdAtSec: number;
  readonly expirySec: number;
  readonly cltvExpiry: number;
  /** Empty for keysend. */
  readonly paymentRequest: string;
  readonly paymentAddr: string;
  readonly routeHints: readonly HopHint[];
  readonly isHold: boolean;
  readonly isKeysend: boolean;
  readonly isAmp: boolean;
  /** The invoice's text names a blinded path in place of the node's address. */
  readonly isBlinded: boolean;
  /** Null for hold invoices until they settle. */
  preimage: string | null;
  state: InvoiceState;
  settleIndex: number;
  settledAtSec: number;
  amtPaidMsat: bigint;
  readonly htlcs: InvoiceHtlc[];
  /** By set id; an AMP invoice stays open and can be paid again. */
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
  /** Decimal type → hex. */
  readonly customRecords: Readonly<Record<string, string>>;
  readonly amp: AmpPart | null;
  /** The attempt that waits for our answer; null when no simulated node sent it. */
  readonly from: AttemptRef | null;
  /** When the payee gives it back if the other parts do not arrive. */
  readonly giveUpAtMs: number;
  state: 'ACCEPTED' | 'SETTLED' | 'CANCELED';
  resolveTimeSec: number;
}

export interface AttemptRef {
  readonly node: string;
  readonly paymentHash: string;
  readonly attemptId: number;
}

/** One HTLC as it reaches the payee. */
export interface ArrivedHtlc {
  readonly payer: string;
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly amountMsat: bigint;
  /** The total of all parts, according to the payer. */
  readonly totalMsat: bigint;
}

/** The answer to one HTLC. */
export type HtlcAnswer =
  | { readonly kind: 'settled'; readonly preimage: string }
  | { readonly kind: 'failed'; readonly code: FailureCode };

export interface PaymentBook {
  readonly byHash: Map<string, Payment>;
  /** In ascending payment index; a repeated payment leaves its old position. */
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

/** The payer's request, kept so that a restart can continue. */
export interface PaymentOrder {
  readonly destination: string;
  readonly valueMsat: bigint;
  readonly feeLimitMsat: bigint;
  readonly paymentRequest: string;
  readonly paymentAddr: string | null;
  readonly finalCltvDelta: number;
  readonly cltvLimit: number;
  readonly maxParts: number;
  /** No new attempt starts after this. */
  readonly deadlineMs: number | null;
  /** The invoice's route hints with one hop each: the last hops to an unannounced payee. */
  readonly routeHints: readonly HopHint[];
  /** Decimal type → hex. */
  readonly customRecords: Readonly<Record<string, string>>;
  readonly amp: AmpPart | null;
  /** Requested misbehaviour. */
  readonly fate: PaymentFate | null;
}

/** The single part of an AMP payment: its payer makes the preimage and shares it with the payee. */
export interface AmpPart {
  readonly setId: string;
  readonly rootShare: string;
  readonly childIndex: number;
  readonly hash: string;
  readonly preimage: string;
}

export type PaymentFate =
  | { readonly kind: 'fail'; readonly reason: FailureReason }
  /** The payee holds it, then accepts or refuses it. */
  | { readonly kind: 'hold'; readonly untilMs: number; readonly isTaken: boolean }
  /** Only the first half is sent; the payee waits for the rest. */
  | { readonly kind: 'missing_part'; readonly waitMs: number }
  /** The payee reports its invoice as settled, but gives the HTLC back. */
  | { readonly kind: 'taken_back' }
  /** The attempt is recorded but never gets into a channel, now or after any restart. */
  | { readonly kind: 'stranded' };

export interface Attempt {
  readonly attemptId: number;
  readonly route: Route;
  readonly startedAtMs: number;
  /** Position of the hop that did not accept the payment, null when all did. */
  readonly blockedAtHop: number | null;
  status: 'IN_FLIGHT' | 'SUCCEEDED' | 'FAILED';
  resolvedAtMs: number;
  preimage: string | null;
  failure: HtlcFailure | null;
}

export interface HtlcFailure {
  readonly code: FailureCode;
  /** 0 is the payer, the last hop is the payee. */
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
  /** The amount that leaves the payer, including all fees. */
  readonly totalAmtMsat: bigint;
  readonly totalFeesMsat: bigint;
  readonly totalTimeLock: number;
}

/** One channel of a route, and the node at its far end. */
export interface Hop {
  readonly chanId: string;
  readonly fromName: string;
  readonly toName: string;
  readonly pubkey: string;
  readonly amtToForwardMsat: bigint;
  /** Charged by the node at the far end for forwarding; 0 for the payee. */
  readonly feeMsat: bigint;
  readonly expiryHeight: number;
}

export interface Channel {
  readonly chanId: string;
  readonly fundingTxid: string;
  /** Names; index 0 opened the channel. */
  readonly ends: readonly [string, string];
  readonly capacitySat: number;
  readonly isAnnounced: boolean;
  /** By the end that sets them, for payments that it sends over the channel. */
  readonly policies: readonly [Policy, Policy];
  readonly balancesMsat: [bigint, bigint];
  readonly sentMsat: [bigint, bigint];
  readonly htlcs: Map<string, ChannelHtlc>;
  nextHtlcIndex: number;
}

/** A channel whose funding waits for blocks. The funding is always output 0. */
export interface OpeningChannel
  extends Pick<
    Channel,
    'fundingTxid' | 'ends' | 'capacitySat' | 'isAnnounced' | 'policies' | 'balancesMsat'
  > {}

/** A channel that both sides have closed, while the closing transaction waits for blocks. */
export interface ClosingChannel extends OpeningChannel {
  readonly chanId: string;
  readonly closingTxid: string;
  /** The end that asked for it. */
  readonly closedBy: string;
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
