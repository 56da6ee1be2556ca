import type {
  ChannelOrder,
  OrderState,
  PaymentWay,
  SignedTransaction,
  ToldProgress,
  Trouble,
} from './channel-order.ts';

/** Port: the orders by which operators buy channels. */
export interface ChannelOrderStore {
  /**
   * Stores a new order. False, with nothing written, if another order has the same name, invoice or
   * address.
   */
  insert(order: NewOrder): Promise<boolean>;
  find(id: string): Promise<ChannelOrder | null>;
  /** Lists orders, newest first. */
  list(limit: number): Promise<readonly ChannelOrder[]>;
  /** The URL of the provider that was entered last; null before the first order. */
  lastProvider(): Promise<string | null>;
  /** Whether a bitcoin address is one that this service gave to a user for deposits. */
  isUserAddress(address: string): Promise<boolean>;
  /**
   * Lists open orders that are due to be followed; the older an order is, the more rarely it is
   * due. Those that have waited longest come first.
   */
  listDue(now: Date, limit: number): Promise<readonly ChannelOrder[]>;

  /**
   * Notes that our node is about to pay. False if it may have begun before, or if a user of this
   * service pays the same invoice. A payment over Lightning may begin once more if the process that
   * began it has been silent for `graceMs`: the node pays an invoice once, however often it is told
   * to.
   */
  beginPayment(id: string, way: PaymentWay, at: Date, graceMs: number): Promise<boolean>;
  /**
   * Stores the signed transaction that pays the order, before it is published. False if one is
   * stored already, or if the order has ended or is not paid on the chain.
   */
  saveTransaction(id: string, transaction: SignedTransaction): Promise<boolean>;
  noteSent(id: string, at: Date): Promise<void>;
  /**
   * Notes, with proof, that nothing was paid: the node ended the payment as failed, or no
   * transaction was signed. False if the order has changed meanwhile: a transaction was stored, or
   * it is no longer paid in this way.
   */
  notePaymentFailed(id: string, way: PaymentWay, problem: string): Promise<boolean>;

  noteTold(id: string, told: ToldProgress, trouble: Trouble | null, at: Date): Promise<void>;
  noteTrouble(id: string, trouble: Trouble, at: Date): Promise<void>;
  /** Ends an order. An order that has ended keeps its first end. */
  end(id: string, state: Exclude<OrderState, 'open'>, at: Date): Promise<void>;
}

export type NewOrder = Pick<
  ChannelOrder,
  | 'id'
  | 'providerUrl'
  | 'providerNode'
  | 'name'
  | 'sizeSat'
  | 'expiryBlocks'
  | 'refundAddress'
  | 'createdAt'
  | 'offer'
>;
