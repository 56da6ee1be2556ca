import type {
  ChannelOrder,
  OrderState,
  PaymentWay,
  SignedTransaction,
  ToldProgress,
  Trouble,
} from './channel-order.ts';

/** Port: the channels that were ordered. */
export interface ChannelOrderStore {
  /** False, with nothing written, if an order has this name, invoice or address already. */
  insert(order: NewOrder): Promise<boolean>;
  find(id: string): Promise<ChannelOrder | null>;
  /** Newest first. */
  list(limit: number): Promise<readonly ChannelOrder[]>;
  /** The URL that was entered last; null before the first order. */
  lastProvider(): Promise<string | null>;
  /** Whether an address was given to a user. */
  isUserAddress(address: string): Promise<boolean>;
  /** Open orders whose last look is long ago for their age, those first that waited longest. */
  listDue(now: Date, limit: number): Promise<readonly ChannelOrder[]>;

  /**
   * Notes that our node is about to pay. False if it may have begun before, or if a user pays the
   * invoice. Only over Lightning it may begin once more, `graceMs` after a process that fell
   * silent: the node pays an invoice once, however often it is told to.
   */
  beginPayment(id: string, way: PaymentWay, at: Date, graceMs: number): Promise<boolean>;
  /** Stores the transaction that pays; false if there is one, or our node pays otherwise by now. */
  saveTransaction(id: string, transaction: SignedTransaction): Promise<boolean>;
  noteSent(id: string, at: Date): Promise<void>;
  /**
   * Notes that nothing was paid, with proof: a payment that the node ended as failed, or no signed
   * transaction. False where the proof does not hold any more.
   */
  notePaymentFailed(id: string, way: PaymentWay, problem: string): Promise<boolean>;

  noteTold(id: string, told: ToldProgress, trouble: Trouble | null, at: Date): Promise<void>;
  noteTrouble(id: string, trouble: Trouble, at: Date): Promise<void>;
  /** The first end stays. */
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
