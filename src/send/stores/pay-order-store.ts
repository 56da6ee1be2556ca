import type { Sat } from '../../base/amount.ts';
import type { WithdrawalSpeed } from '../../onchain/withdrawal.ts';
import type { PreparedInvoice, PreparedWithdrawal } from '../prepare-payment.ts';

/** Port: payments that the operator ordered. All times are by the database's clock. */
export interface PayOrderStore {
  /** Writes an order and the job that pays it. */
  insertOrder(order: NewPayOrder): Promise<void>;
  /**
   * Reads an order. One that expired before it was known what to pay is ended first: then nothing
   * will be paid.
   */
  readOrder(id: string): Promise<PayOrder | null>;
  /**
   * Notes that a worker has begun the order. Null when the order has ended, or has expired before
   * it was known what to pay, which ends it.
   */
  beginOrder(id: string): Promise<PayOrder | null>;
  /**
   * Stores what will be paid. If two runs store something, the first stays, and is returned to
   * both. Null when the order has ended or expired: then nothing may be paid.
   */
  keepPrepared(id: string, prepared: PreparedOrder): Promise<PreparedOrder | null>;
  /**
   * Ends an order. The first end stays, except that a payment replaces a refusal: one run may have
   * refused the order as too late while another had already begun its payment.
   */
  endOrder(id: string, end: OrderEnd): Promise<void>;
  /**
   * Removes up to `limit` orders that were made before a time and can no longer be paid. Returns
   * how many were removed.
   */
  pruneOrders(before: Date, limit: number): Promise<number>;
}

export interface NewPayOrder {
  readonly id: string;
  readonly userId: string;
  readonly text: string;
  readonly amountSat: Sat | null;
  readonly comment: string | null;
  /**
   * How soon a withdrawal should confirm; null for the usual speed, and for payments over
   * Lightning.
   */
  readonly speed: WithdrawalSpeed | null;
}

/**
 * What an order pays: an invoice or a withdrawal. From either, a run can tell what another run has
 * paid.
 */
export type PreparedOrder = PreparedInvoice | PreparedWithdrawal;

export interface PayOrder extends NewPayOrder {
  readonly createdAt: Date;
  /** The time after which no payment may begin. */
  readonly deadline: Date;
  readonly prepared: PreparedOrder | null;
  readonly end: OrderEnd | null;
}

/**
 * The end of an order: its payment or withdrawal, whatever the state, or in words why nothing was
 * paid.
 */
export type OrderEnd =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'withdrawal'; readonly withdrawalId: string }
  | { readonly kind: 'refused'; readonly refusal: string };

export const PAY_ORDER_JOB = 'pay-order';
