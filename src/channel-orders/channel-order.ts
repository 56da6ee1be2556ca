import type { Sat } from '../base/amount.ts';
import type { ToldChannel, ToldPayment, ToldState } from './provider.ts';

/**
 * A channel that the operator ordered from a provider (LSPS1), over which users can then receive.
 */
export interface ChannelOrder {
  readonly id: string;
  readonly providerUrl: string;
  /** The node of the provider, as `pubkey@host:port`. */
  readonly providerNode: string;
  /** The id that the provider gave the order. */
  readonly name: string;
  readonly sizeSat: Sat;
  /** The number of blocks after which the provider may close the channel. */
  readonly expiryBlocks: number;
  readonly refundAddress: string;
  readonly createdAt: Date;
  readonly offer: Offer;
  /** The payment by our node; null if our node was not told to pay, or could not. */
  readonly payment: OwnPayment | null;
  /** Why our node could not pay; null if it did not fail. */
  readonly payProblem: string | null;
  readonly told: ToldProgress;
  readonly lookedAt: Date | null;
  /** Why the last question to the provider brought no useful answer; null if it brought one. */
  readonly trouble: Trouble | null;
  readonly state: OrderState;
  readonly endedAt: Date | null;
}

export const ORDER_STATES = ['open', 'completed', 'failed', 'refunded', 'expired'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const PAYMENT_WAYS = ['lightning', 'chain'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/**
 * The price and where it is paid, as the provider offered it first. If the provider changes them
 * later, our node does not pay.
 */
export interface Offer {
  readonly lightning: LightningOffer | null;
  readonly chain: ChainOffer | null;
}

export interface LightningOffer {
  readonly totalSat: Sat;
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly until: Date;
}

export interface ChainOffer {
  readonly totalSat: Sat;
  readonly address: string;
  readonly until: Date;
}

export interface OwnPayment {
  readonly way: PaymentWay;
  readonly beganAt: Date;
  /**
   * The time when the payment over Lightning succeeded, or when the transaction was handed to the
   * Bitcoin network; null before.
   */
  readonly sentAt: Date | null;
  /** The signed transaction; null before it is made, and for a payment over Lightning. */
  readonly transaction: SignedTransaction | null;
}

export interface SignedTransaction {
  readonly txid: string;
  readonly raw: string;
}

/**
 * What the provider says about an order: its state, its payment (over Lightning or on the chain)
 * and its channel.
 */
export interface ToldProgress {
  readonly state: ToldState;
  readonly payment: ToldPayment;
  readonly channel: ToldChannel | null;
}

export const TROUBLES = [
  'unanswered',
  'bad_answer',
  'refused',
  /** The provider names another price, invoice or address than it did first. */
  'changed',
  /** Our node cannot connect to the provider's node, which can therefore open no channel. */
  'not_connected',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Whether the provider has the money for an order, or may soon have it. */
export const isPaid = ({ payment, told }: Pick<ChannelOrder, 'payment' | 'told'>): boolean =>
  payment !== null || told.payment === 'held' || told.payment === 'paid';

/** The last moment at which the order can be paid in any way. */
export function payableUntil({ lightning, chain }: Offer): Date {
  const times = [lightning, chain].flatMap((way) => (way === null ? [] : [way.until.getTime()]));
  return new Date(Math.max(...times));
}
