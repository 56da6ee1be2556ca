import type { Msat, Sat } from '../base/amount.ts';
import { Fault } from '../base/fault.ts';
import type { Network } from './bolt11.ts';
import type { CustomRecords } from './custom-records.ts';
import type { ChannelPoint } from './node-management.ts';

/**
 * The part of a Lightning node that Satchel needs for payments and invoices; NodeWallet tells what
 * the node owns. Adapters return what the node said and never guess. Faults (node away, answer not
 * understood) are thrown as NodeFault, except where a payment may be on its way: then the result is
 * `unknown`.
 */
export interface LightningNode {
  /**
   * The number of connections that were opened for calls such as `newestPaymentIndex`. Callers
   * watch this number, because a new connection may reach another node than earlier ones did.
   */
  readonly connectionsOpened: number;
  info(): Promise<NodeInfo>;

  /** Creates an invoice. A repeat with the same preimage returns the invoice that exists. */
  createInvoice(spec: InvoiceSpec): Promise<CreatedInvoice>;
  lookupInvoice(paymentHash: string): Promise<NodeInvoiceState>;
  /** The HTLCs that paid an invoice, and how they ended; none when it is not settled. */
  receivedHtlcs(paymentHash: string): Promise<ReceivedHtlcs>;
  /**
   * Cancels an invoice; `false` when it is settled, or held and `held` is `keep`. With `give_back`,
   * the node returns a payment that it holds to the payer, and one call less is needed. Cancelling
   * an invoice again, or one that the node does not know, is no error.
   */
  cancelInvoice(paymentHash: string, held?: 'keep' | 'give_back'): Promise<boolean>;
  /**
   * Removes a cancelled invoice for good, see InvoiceDeletion. A repeated call returns `not_found`.
   * Afterwards `createInvoice` with the same preimage makes a new invoice.
   */
  deleteInvoice(paymentHash: string): Promise<InvoiceDeletion>;

  /** The highest creation index of all payments that the node has recorded; 0 if there are none. */
  newestPaymentIndex(): Promise<bigint>;
  /**
   * Hands a payment over to the node and follows it. `onAcknowledged` is called at most once, when
   * the node first reports the payment as its own. Aborting the signal ends only our waiting, never
   * the payment: the result is then `unknown`.
   */
  send(order: SendOrder, hooks: SendHooks): Promise<SendOutcome>;
  /** Asks the node once for the state of a payment. */
  payment(paymentHash: string): Promise<NodePayment>;
  /** The attempts that the node made to send a payment; null when it has no such payment. */
  attempts(paymentHash: string): Promise<PaymentAttempts | null>;
  /** Waits for a payment to end; `unknown` when the connection breaks or the signal aborts. */
  follow(paymentHash: string, signal: AbortSignal): Promise<NodePayment | UnknownOutcome>;

  /**
   * Follows incoming payments, see IncomingEvent. The stream ends with a NodeFault or when the
   * signal is aborted. Silence may mean that nothing arrives or that the connection is dead, so
   * callers ask again after a while.
   */
  incoming(from: bigint, signal: AbortSignal): AsyncIterable<IncomingEvent>;
  /**
   * Pages through the node's invoices, oldest first, and yields the payments of settled ones. With
   * a `listing`, the pages begin after a certain invoice.
   */
  settledInvoices(signal: AbortSignal, listing?: InvoiceListing): AsyncIterable<IncomingPayment>;

  /** Lists payments whose creation index is above `after`, in ascending order. */
  recordedPayments(after: bigint, signal: AbortSignal): AsyncIterable<RecordedPayment>;
  /** The open channels, with the details that an operator needs. */
  channels(): Promise<readonly NodeChannel[]>;
  /**
   * Finds the alias of a node; null when it is unknown. Strangers can cause these calls, so they
   * have connections of their own and cannot delay payments.
   */
  nodeAlias(pubkey: string, signal?: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

export interface NodeInfo {
  readonly pubkey: string;
  readonly alias: string;
  readonly network: Network;
  readonly synced: boolean;
  readonly blockHeight: number;
  /** The timestamp of the newest block that the node knows. */
  readonly newestBlockAt: Date;
  readonly peersCount: number;
  /** The number of open channels, including those whose peer is away. */
  readonly channelsCount: number;
  readonly version: string;
}

export interface NodeChannel {
  readonly channelPoint: ChannelPoint;
  readonly peerPubkey: string;
  /** Whether the peer is connected. Without its peer a channel moves no payments. */
  readonly isActive: boolean;
  /** Whether the channel is announced, so that it appears in the public graph. */
  readonly isAnnounced: boolean;
  readonly capacitySat: Sat;
  readonly localSat: Sat;
  readonly remoteSat: Sat;
  /** The short channel ids by which routes name the channel: its own and its aliases. */
  readonly ids: readonly string[];
  /** Payment hashes of the pending HTLCs of the channel, in both directions. */
  readonly htlcHashes: readonly string[];
  /**
   * The number of seconds for which the node has watched the channel: since the node started, or
   * since the channel opened if that is later. 0 when the node does not say.
   */
  readonly watchedSec: bigint;
  /** How many of the watched seconds the peer was connected. */
  readonly onlineSec: bigint;
}

export interface InvoiceSpec {
  readonly preimage: Uint8Array;
  /** The amount; null where the payer chooses it. */
  readonly amountMsat: Msat | null;
  readonly expirySec: number;
  readonly purpose:
    | { readonly kind: 'description'; readonly text: string }
    | { readonly kind: 'hash'; readonly descriptionHash: string };
}

export interface CreatedInvoice {
  readonly bolt11: string;
  readonly paymentHash: string;
}

export type NodeInvoiceState = 'open' | 'accepted' | 'settled' | 'cancelled' | 'not_found';

/**
 * The result of an order to delete an invoice:
 * - `deleted`: the node has removed it.
 * - `not_found`: the node has no such invoice, perhaps because it was deleted before.
 * - `kept`: the invoice is open, held or settled. An invoice that was held when it expired may
 *   still settle, so it is kept as well.
 * - `unsupported`: the node lacks the call or does not allow us to make it, and nothing changed.
 *   The invoice stays at the node; callers delete only their own row.
 */
export type InvoiceDeletion = 'deleted' | 'not_found' | 'kept' | 'unsupported';

export interface InvoiceListing {
  /**
   * The invoice after which the list begins; null for all invoices. If the node no longer has this
   * invoice at this position, all invoices are listed, so callers choose one that is never deleted.
   */
  readonly after: InvoicePlace | null;
  /**
   * The function that is called with each listed invoice, even an unpaid one, before its payments
   * are yielded.
   */
  readonly onInvoice: (invoice: ListedInvoice) => void;
}

/** The position of an invoice in the node's list. */
export interface InvoicePlace {
  readonly addIndex: bigint;
  readonly paymentHash: string;
}

export interface ListedInvoice extends InvoicePlace {
  readonly state: Exclude<NodeInvoiceState, 'not_found'>;
  /** Whether the invoice may be paid again after it has settled, as AMP invoices may. */
  readonly isReusable: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type ReceivedHtlcs =
  | { readonly kind: 'told'; readonly htlcs: readonly ReceivedHtlc[] }
  /** The node does not record how HTLCs end, or does not allow us to ask. */
  | { readonly kind: 'not_told'; readonly why: string };

export interface ReceivedHtlc {
  /** The id of the channel, which is one of its NodeChannel.ids. */
  readonly channelId: string;
  /** The HTLC's number in the channel, in decimal. */
  readonly index: string;
  readonly amountMsat: Msat;
  /**
   * How the HTLC ended in the channel, regardless of the state of the invoice. `unknown`: the HTLC
   * is still in the channel, or left it before the node began to record how HTLCs end.
   */
  readonly end: 'settled' | 'given_back' | 'unknown';
}

export type SendOrder = {
  readonly paymentHash: string;
  /**
   * The highest routing fee. The limit is always sent, because some calls read a missing limit as
   * zero and others as no limit.
   */
  readonly maxFeeMsat: Msat;
  readonly timeoutSec: number;
} & (
  | {
      readonly kind: 'bolt11';
      readonly bolt11: string;
      /**
       * The amount to pay when the invoice leaves it to the payer; null when the invoice names an
       * amount.
       */
      readonly amountMsat: Msat | null;
    }
  | {
      readonly kind: 'keysend';
      readonly destination: string;
      readonly amountMsat: Msat;
      readonly preimage: Uint8Array;
      readonly records: CustomRecords;
    }
);

export interface SendHooks {
  readonly signal: AbortSignal;
  readonly onAcknowledged: (paymentIndex: bigint) => void;
}

export type SendOutcome =
  | NodePayment
  | UnknownOutcome
  /** The node refused our request, but may nevertheless have recorded the payment. */
  | { readonly kind: 'refused'; readonly code: number; readonly detail: string };

/** The request may have reached the node. Only the node can tell what became of it. */
export interface UnknownOutcome {
  readonly kind: 'unknown';
  readonly detail: string;
}

export type NodePayment =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'in_flight'; readonly paymentIndex: bigint }
  | {
      readonly kind: 'succeeded';
      readonly paymentIndex: bigint;
      readonly preimage: string;
      readonly amountMsat: Msat;
      readonly feeMsat: Msat;
    }
  | {
      readonly kind: 'failed';
      readonly paymentIndex: bigint;
      readonly reason: PaymentFailureReason;
    };

export interface PaymentAttempts {
  readonly state: 'in_flight' | 'succeeded' | 'failed';
  readonly attempts: readonly PaymentAttempt[];
}

/** An HTLC that the node sent or was about to send. */
export interface PaymentAttempt {
  readonly state: 'in_flight' | 'succeeded' | 'failed';
  readonly startedAt: Date;
  /** The id of the outgoing channel of the attempt, which is one of its NodeChannel.ids. */
  readonly channelId: string;
  /** The block height at which the HTLC times out: from then on it can be taken back. */
  readonly expiryHeight: number;
}

/**
 * A payment in the node's own list. It may have been ordered by someone else, not by this service.
 */
export interface RecordedPayment {
  readonly paymentIndex: bigint;
  readonly paymentHash: string;
  readonly state: 'in_flight' | 'succeeded' | 'failed';
  readonly amountMsat: Msat;
  readonly feeMsat: Msat;
  readonly createdAt: Date;
}

export type PaymentFailureReason =
  | 'no_route'
  | 'timeout'
  | 'insufficient_liquidity'
  | 'incorrect_details'
  | 'cancelled'
  | 'other';

/**
 * An event of the stream of incoming payments, by LND's rules, which other adapters imitate. The
 * stream sends events after the settle index `from`; 0 means that nothing is replayed. Events may
 * be repeated and out of order.
 */
export type IncomingEvent =
  | { readonly kind: 'connected' }
  | {
      readonly kind: 'settled';
      readonly settleIndex: bigint;
      readonly payments: readonly IncomingPayment[];
    };

export interface IncomingPayment {
  readonly settleIndex: bigint;
  readonly paymentHash: string;
  /**
   * The set id of a payment to an AMP invoice; null for other invoices. Several sets may pay the
   * same AMP invoice, and each is a payment of its own.
   */
  readonly setId: string | null;
  /** The preimage; null for AMP, where the payer chooses the preimages. */
  readonly preimage: string | null;
  readonly amountMsat: Msat;
  readonly settledAt: Date;
  readonly isKeysend: boolean;
  /** The BOLT 11 text of the invoice that was paid; empty for a keysend. */
  readonly bolt11: string;
  readonly records: CustomRecords;
}

/** The node is away, or its answer is not understood. */
export class NodeFault extends Fault {
  override readonly name = 'NodeFault';
  override readonly away = 'node';
  readonly isTransient = true;
}
