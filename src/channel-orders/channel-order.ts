import type { Sat } from '../base/amount.ts';
import type { ToldChannel, ToldPayment, ToldState } from './provider.ts';

/** A channel that the operator ordered from a provider, so that money can come in. */
export interface ChannelOrder {
  readonly id: string;
  readonly providerUrl: string;
  /** The node of the provider, as `pubkey@host:port`. */
  readonly providerNode: string;
  /** The provider's own name of the order. */
  readonly name: string;
  readonly sizeSat: Sat;
  /** The provider may close the channel after so many blocks. */
  readonly expiryBlocks: number;
  readonly refundAddress: string;
  readonly createdAt: Date;
  readonly offer: Offer;
  /** How our node pays; null while it does not, as it was not told to, or could not. */
  readonly payment: OwnPayment | null;
  /** Why our node could not pay; null where it did not fail. */
  readonly payProblem: string | null;
  readonly told: ToldProgress;
  readonly lookedAt: Date | null;
  /** Why the last look told nothing; null where it did. */
  readonly trouble: Trouble | null;
  readonly state: OrderState;
  readonly endedAt: Date | null;
}

export const ORDER_STATES = ['open', 'completed', 'failed', 'refunded', 'expired'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const PAYMENT_WAYS = ['lightning', 'chain'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** The price and where it is paid. It is fixed: a provider that changes it is not paid. */
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
  /** When the payment arrived over Lightning, or was handed to the network; null before. */
  readonly sentAt: Date | null;
  /** The signed transaction in hex; null before it is made, and over Lightning. */
  readonly transaction: SignedTransaction | null;
}

export interface SignedTransaction {
  readonly txid: string;
  readonly raw: string;
}

/** What the provider says, of the payment over either way. */
export interface ToldProgress {
  readonly state: ToldState;
  readonly payment: ToldPayment;
  readonly channel: ToldChannel | null;
}

export const TROUBLES = [
  'unanswered',
  'bad_answer',
  'refused',
  /** Price, invoice or address are others than before. */
  'changed',
  /** Our node cannot connect to that of the provider, which then cannot open a channel. */
  'not_connected',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Whether the provider has, or may soon have, the money. */
export const isPaid = ({ payment, told }: Pick<ChannelOrder, 'payment' | 'told'>): boolean =>
  payment !== null || told.payment === 'held' || told.payment === 'paid';

/** The last moment at which the order can be paid. */
export function payableUntil({ lightning, chain }: Offer): Date {
  const times = [lightning, chain].flatMap((way) => (way === null ? [] : [way.until.getTime()]));
  return new Date(Math.max(...times));
}
