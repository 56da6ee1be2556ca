/**
 * States of an outgoing payment. `unknown` means that the node may or may not have it: the money
 * stays held until the node gives proof. `settled` and `failed` are final.
 */
export type PaymentState =
  | 'reserved'
  | 'dispatching'
  | 'in_flight'
  | 'unknown'
  | 'settled'
  | 'failed';

export const OPEN_PAYMENT_STATES: readonly PaymentState[] = [
  'reserved',
  'dispatching',
  'in_flight',
  'unknown',
];

export const isOpen = (state: PaymentState): boolean => OPEN_PAYMENT_STATES.includes(state);

/**
 * The part of the program (or person) that makes a step in the life of a payment. Each has proof
 * that the others lack.
 */
export type PaymentActor =
  /** The call, page or command that ordered the payment. */
  | 'caller'
  /** The one task that hands this payment over to the node. */
  | 'sender'
  /** The worker that took over a payment whose sender is gone, or has stopped following it. */
  | 'recovery'
  /** The process that notices that the database was restored to an earlier state. */
  | 'way_back'
  /** An operator at the command line, with proof that the payment can never end by itself. */
  | 'operator';

/**
 * Accounts of the books that a payment changes. `wallet` and `held` belong to the payer, `payee` is
 * the wallet of the payee.
 */
export type PaymentAccount = 'wallet' | 'held' | 'payee' | 'node' | 'rounding' | 'losses';

export interface PaymentStep {
  readonly name: string;
  /**
   * The states in which a payment may be before the step; none when the step creates the payment.
   */
  readonly from: readonly PaymentState[];
  readonly to: PaymentState;
  readonly by: readonly PaymentActor[];
  /** The fact that proves that the step is right. */
  readonly proof: string;
  /**
   * Accounts that the step decreases (−1) or increases (1). Accounts in `mayMove` change only for
   * some amounts, for example when a fee is rounded.
   */
  readonly moves: Readonly<Partial<Record<PaymentAccount, 1 | -1>>>;
  readonly mayMove?: Readonly<Partial<Record<PaymentAccount, 1 | -1>>>;
}

const HANDED_OVER: readonly PaymentState[] = ['dispatching', 'in_flight', 'unknown'];

/**
 * All steps in the life of a payment. The database refuses any other step (guard_payment_state.sql,
 * resolve_payments.sql). `docs/payment-states.md` is generated from this table.
 */
export const PAYMENT_STEPS: readonly PaymentStep[] = [
  {
    name: 'reserve',
    from: [],
    to: 'reserved',
    by: ['caller'],
    proof: 'balance, budget and limits allow it; nothing was sent',
    moves: { wallet: -1, held: 1 },
  },
  {
    name: 'pay internally',
    from: [],
    to: 'settled',
    by: ['caller'],
    proof: 'the payee is a user of this service; the node is not asked',
    moves: { wallet: -1, payee: 1 },
    mayMove: { rounding: 1 },
  },
  {
    name: 'begin',
    from: ['reserved'],
    to: 'dispatching',
    by: ['sender'],
    proof: 'payments may leave; written before the node is called',
    moves: {},
  },
  {
    name: 'take for sent',
    from: ['reserved'],
    to: 'dispatching',
    by: ['way_back'],
    proof: 'the database has gone back, so it may have been sent since',
    moves: {},
  },
  {
    name: 'acknowledge',
    from: ['dispatching', 'unknown'],
    to: 'in_flight',
    by: ['sender', 'recovery'],
    proof: 'the node has it, under an index of its own',
    moves: {},
  },
  {
    name: 'lose sight',
    from: ['dispatching', 'in_flight'],
    to: 'unknown',
    by: ['sender'],
    proof: 'the call to the node ended without an end of the payment',
    moves: {},
  },
  {
    name: 'settle',
    from: HANDED_OVER,
    to: 'settled',
    by: ['sender', 'recovery'],
    proof: 'the node gave the preimage',
    moves: { held: -1, node: 1 },
    mayMove: { wallet: 1, rounding: 1, losses: -1 },
  },
  {
    name: 'fail unsent',
    from: ['reserved'],
    to: 'failed',
    by: ['sender', 'recovery'],
    proof: 'no one began to send it, in a database that has not gone back',
    moves: { held: -1, wallet: 1 },
  },
  {
    name: 'fail',
    from: HANDED_OVER,
    to: 'failed',
    by: ['sender', 'recovery', 'operator'],
    proof: 'the node says so, or says twice that it never had it after the sender was done',
    moves: { held: -1, wallet: 1 },
  },
];

/** Whether a payment can go from one state to another in a single step. */
export const canBecome = (from: PaymentState, to: PaymentState): boolean =>
  PAYMENT_STEPS.some((step) => step.from.includes(from) && step.to === to);
