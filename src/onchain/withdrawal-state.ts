/**
 * States of a withdrawal. `settled` and `failed` are final. From `signed` on, the network may have
 * the transaction, so the money stays held until a block contains it, or contains a transaction
 * that conflicts with it.
 */
export type WithdrawalState =
  | 'reserved'
  /**
   * The database was restored to a time at which the withdrawal was reserved, so it may have been
   * sent already.
   */
  | 'unknown'
  /** The transaction is stored, and may have been published. */
  | 'signed'
  /** The node has accepted the transaction. Whether the network has it is unknown. */
  | 'broadcast'
  | 'settled'
  | 'failed';

export interface WithdrawalStep {
  readonly name: string;
  readonly from: readonly WithdrawalState[];
  readonly to: WithdrawalState;
  /** The fact that proves that this step may be taken. */
  readonly proof: string;
  /** Ledger accounts whose balance the step decreases (−1) or increases (1). */
  readonly moves: Readonly<Partial<Record<WithdrawalAccount, 1 | -1>>>;
}

export type WithdrawalAccount = 'wallet' | 'held' | 'chain' | 'payee';

/**
 * All steps in the life of a withdrawal. The database refuses any other step
 * (guard_withdrawal_state.sql). `docs/withdrawal-states.md` is generated from this table.
 */
export const WITHDRAWAL_STEPS: readonly WithdrawalStep[] = [
  {
    name: 'reserve',
    from: [],
    to: 'reserved',
    proof: 'balance, budget and limits allow it; nothing was sent',
    moves: { wallet: -1, held: 1 },
  },
  {
    name: 'pay internally',
    from: [],
    to: 'settled',
    proof: 'the address is of a user of this service; the node is not asked',
    moves: { wallet: -1, payee: 1 },
  },
  {
    name: 'sign',
    from: ['reserved'],
    to: 'signed',
    proof: 'payments may leave; written before the transaction is published',
    moves: {},
  },
  {
    name: 'take for sent',
    from: ['reserved'],
    to: 'unknown',
    proof: 'the database has gone back, so it may have been sent since',
    moves: {},
  },
  {
    name: 'find again',
    from: ['unknown'],
    to: 'signed',
    proof: 'the wallet of the node has a transaction with its label, or an operator names one',
    moves: {},
  },
  {
    name: 'hand over',
    from: ['signed'],
    to: 'broadcast',
    proof: 'the node took the transaction',
    moves: {},
  },
  {
    name: 'settle',
    from: ['signed', 'broadcast'],
    to: 'settled',
    proof: 'a block that the chain has contains the transaction',
    moves: { held: -1, chain: 1, wallet: 1 },
  },
  {
    name: 'fail unsigned',
    from: ['reserved'],
    to: 'failed',
    proof: 'no transaction is stored, in a database that has not gone back',
    moves: { held: -1, wallet: 1 },
  },
  {
    name: 'fail unsent',
    from: ['unknown'],
    to: 'failed',
    proof: 'an operator asks, and the wallet of the node has nothing of it',
    moves: { held: -1, wallet: 1 },
  },
  {
    name: 'fail',
    from: ['signed', 'broadcast'],
    to: 'failed',
    proof: 'another transaction has spent one of its inputs, six blocks deep',
    moves: { held: -1, wallet: 1 },
  },
];
