/**
 * Finds the transactions of withdrawals, and those that conflict with them, in the wallet's list of
 * transactions. Changes nothing.
 */

import { type Outpoint, outpointText } from '../lightning/bitcoin/transaction.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import type { BlockPlace } from './deposit.ts';
import { identifierOfBumpLabel, type OpenFeeBump } from './fee-bump.ts';
import type { LostParent, Rival } from './find-replaced.ts';
import type { Withdrawal } from './withdrawal.ts';
import { identifierOfLabel } from './withdrawal-label.ts';

export interface WithdrawalFinder {
  /** Whether a transaction belongs to a withdrawal or fee bump, or spends a coin of one. */
  concerns(transaction: WalletTransaction): boolean;
  /**
   * Notes transactions that the wallet has listed. `placed` tells in which blocks of the chain they
   * really are.
   */
  note(listed: readonly WalletTransaction[], placed: ReadonlyMap<string, WalletTransaction>): void;
  /**
   * Notes transactions that can be in no block any more, by their ids, because another one in a
   * block spends the same.
   */
  noteReplaced(replaced: ReadonlyMap<string, Rival>): void;
  readonly found: FoundWithdrawals;
}

export interface FoundWithdrawals {
  /**
   * The block of each transaction of a withdrawal or fee bump that is in the chain, by transaction
   * id.
   */
  readonly blocks: ReadonlyMap<string, BlockPlace>;
  /**
   * Conflicting transactions in blocks of the chain, by the id of the withdrawal or fee bump that
   * they prevent: they have spent its coin, or the coin of a transaction whose output it spends.
   */
  readonly rivals: ReadonlyMap<string, Rival>;
  /**
   * Transactions of others whose outputs withdrawals spend, and that no block has: a reorganisation
   * has removed them from the chain, and they may be replaced.
   */
  readonly parents: ReadonlyMap<string, LostParent>;
  /** Labelled transactions of withdrawals, by the identifier in their label. */
  readonly labelled: ReadonlyMap<string, WalletTransaction>;
  /** Transactions that bear the label of a fee bump, by transaction id. */
  readonly labelledBumps: ReadonlyMap<string, WalletTransaction>;
  /**
   * Unconfirmed transactions of other programs, such as those that open channels, by transaction
   * id.
   */
  readonly others: ReadonlyMap<string, WalletTransaction>;
  /** The ids of all listed transactions that spend a coin, by the coin. */
  readonly spenders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What earlier looks at the chain have found. The blocks must still be in the chain. */
export type EarlierFound = Pick<FoundWithdrawals, 'rivals' | 'parents'>;

interface OwnTransaction {
  /** The id of the withdrawal or fee bump. */
  readonly id: string;
  readonly txid: string;
  readonly inputs: readonly Outpoint[];
}

/** Creates a finder that begins with what the last look at the chain has found. */
export function createWithdrawalFinder(
  withdrawals: readonly Withdrawal[],
  bumps: readonly OpenFeeBump[],
  earlier: EarlierFound,
): WithdrawalFinder {
  const owners = new Map<string, string>();
  const lost = new Set<string>();
  const rivals = new Map<string, Rival>();
  for (const { identifier, state } of withdrawals) if (state === 'unknown') lost.add(identifier);
  const own = ownTransactions(withdrawals, bumps);
  const txids = new Set(own.map(({ txid }) => txid));
  for (const { id, inputs } of own) {
    const rival = earlier.rivals.get(id);
    if (rival !== undefined) rivals.set(id, rival);
    for (const input of inputs) owners.set(outpointText(input), id);
  }
  const blocks = new Map<string, BlockPlace>();
  const labelled = new Map<string, WalletTransaction>();
  const labelledBumps = new Map<string, WalletTransaction>();
  const children = childrenOf(withdrawals, txids);
  const parents = new Map([...earlier.parents].filter(([txid]) => children.has(txid)));
  const dead = new Map<string, Rival>();
  const others = new Map<string, WalletTransaction>();
  const spenders = new Map<string, Set<string>>();

  /**
   * Whether the label is that of an unknown withdrawal. Its block may be too old for later looks.
   */
  const isLost = ({ label }: WalletTransaction): boolean =>
    lost.has(identifierOfLabel(label) ?? '');
  const noteOther = (transaction: WalletTransaction, block: BlockPlace | null): void => {
    const { txid } = transaction;
    const isOther = transaction.block === null && block === null && !isBump(transaction);
    if (isOther) others.set(txid, transaction);
    for (const input of transaction.inputs) {
      const owner = owners.get(outpointText(input));
      if (owner !== undefined && block !== null) rivals.set(owner, { txid, block });
    }
  };
  const noteParent = ({ txid, block, inputs }: WalletTransaction, isPlaced: boolean): void => {
    const child = children.get(txid);
    if (isPlaced) parents.delete(txid);
    else if (child !== undefined) {
      const fromHeight = Math.max((block?.height ?? child.fromHeight) - REORGANISED, 1);
      parents.set(txid, { txid, inputs, fromHeight, seenAt: child.createdAt, depositIds: [] });
    }
  };
  const noteSpender = ({ txid, inputs }: WalletTransaction): void => {
    for (const input of inputs) {
      const coin = outpointText(input);
      spenders.set(coin, (spenders.get(coin) ?? new Set()).add(txid));
    }
  };
  /** A transaction that spends an output of a replaced one can be in no block either. */
  const passOn = (): void => {
    const replaced = new Map(dead);
    for (let before = -1; replaced.size > before; ) {
      before = replaced.size;
      for (const { id, txid, inputs } of own) {
        if (blocks.has(txid)) continue;
        const parent = inputs.find((input) => replaced.has(input.txid));
        const rival = rivals.get(id) ?? replaced.get(parent?.txid ?? '');
        if (rival === undefined) continue;
        rivals.set(id, rival);
        replaced.set(txid, rival);
      }
    }
  };
  return {
    concerns: (transaction) =>
      txids.has(transaction.txid) ||
      children.has(transaction.txid) ||
      isLost(transaction) ||
      isBump(transaction) ||
      transaction.inputs.some((input) => owners.has(outpointText(input))),
    note(listed, placed) {
      for (const transaction of listed) {
        const { txid, label } = transaction;
        const identifier = identifierOfLabel(label);
        if (identifier !== null) labelled.set(identifier, transaction);
        const isFeeBump = isBump(transaction);
        if (isFeeBump) labelledBumps.set(txid, transaction);
        const block = placed.get(txid)?.block ?? null;
        const isOwn = txids.has(txid);
        noteSpender(transaction);
        if (!isOwn) noteOther(transaction, block);
        noteParent(transaction, block !== null);
        const isPlaced = isOwn || isFeeBump || isLost(transaction);
        if (block !== null && isPlaced) blocks.set(txid, block);
      }
    },
    noteReplaced(replaced) {
      for (const [txid, rival] of replaced) dead.set(txid, rival);
    },
    get found() {
      passOn();
      return { blocks, rivals, parents, labelled, labelledBumps, others, spenders };
    },
  };
}

const ownTransactions = (
  withdrawals: readonly Withdrawal[],
  bumps: readonly OpenFeeBump[],
): readonly OwnTransaction[] => [
  ...withdrawals.flatMap(({ id, transaction }) =>
    transaction === null ? [] : [{ id, txid: transaction.txid, inputs: transaction.inputs }],
  ),
  ...bumps.map(({ id, txid, coin }) => ({ id, txid, inputs: [coin] })),
];

const isBump = ({ label }: WalletTransaction): boolean => identifierOfBumpLabel(label) !== null;

/** The most blocks that a reorganisation is expected to remove. */
export const REORGANISED = 6;

/**
 * Finds a withdrawal without a block for each transaction of others whose output one spends.
 */
function childrenOf(
  withdrawals: readonly Withdrawal[],
  own: ReadonlySet<string>,
): ReadonlyMap<string, Withdrawal> {
  const children = new Map<string, Withdrawal>();
  for (const withdrawal of withdrawals) {
    if (withdrawal.block !== null) continue;
    for (const { txid } of withdrawal.transaction?.inputs ?? []) {
      if (!own.has(txid)) children.set(txid, withdrawal);
    }
  }
  return children;
}
