import { bytesToHex } from '../../../src/base/hex.ts';
import {
  encodeTransaction,
  type Outpoint,
  outpointText,
  type Transaction,
  txidOf,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { BlockPlace } from '../../../src/onchain/deposit.ts';

/** A transaction that anyone has seen. */
export interface Known {
  readonly txid: string;
  readonly transaction: Transaction;
  readonly raw: string;
}

interface Block {
  readonly hash: string;
  readonly txids: readonly string[];
}

/** A block that was left by a reorganisation. */
export interface LeftBlock extends Block {
  readonly height: number;
}

/** Deeper than any reorganisation that is played: what is below does not change any more. */
const FOLLOWED_DEPTH = 12;

export type BlockChain = ReturnType<typeof createBlockChain>;

/** Blocks, and the transactions that wait for one. It has no owner, and knows of no wallet. */
export function createBlockChain() {
  const blocks: Block[] = [];
  const known = new Map<string, Known>();
  const spenders = new Map<string, Set<string>>();
  const heights = new Map<string, number>();
  const waiting = new Set<string>();
  /** What some transaction spends from, and the network has never had. */
  const missing = new Set<string>();
  const deepest = new Map<string, number>();
  const hadIn = new Map<string, Set<string>>();
  let hashes = 0;

  const isPlaced = (txid: string): boolean => heights.has(txid);
  const rivalsOf = ({ txid, transaction }: Known): readonly string[] =>
    transaction.inputs
      .flatMap((input) => [...(spenders.get(outpointText(input)) ?? [])])
      .filter((other) => other !== txid);
  const hasPlacedRival = (one: Known): boolean => rivalsOf(one).some(isPlaced);
  /** Whether what it made can be spent. Coins that strangers had in the beginning are known of none. */
  const isThere = (txid: string): boolean =>
    known.has(txid) ? isPlaced(txid) : !missing.has(txid);
  /** Whether a block could have it, now or with those that it spends. */
  const isPossible = (txid: string): boolean => {
    const one = known.get(txid);
    if (one === undefined) return false;
    if (isPlaced(txid)) return true;
    if (hasPlacedRival(one)) return false;
    return one.transaction.inputs.every((input) => isThere(input.txid) || isPossible(input.txid));
  };
  const placeOf = (txid: string): BlockPlace | null => {
    const height = heights.get(txid);
    const block = height === undefined ? undefined : blocks[height];
    return height === undefined || block === undefined ? null : { height, hash: block.hash };
  };
  const depthOf = (txid: string): number => {
    const height = heights.get(txid);
    return height === undefined ? 0 : blocks.length - height;
  };
  const followDepths = (): void => {
    for (const { txids } of blocks.slice(-FOLLOWED_DEPTH)) {
      for (const txid of txids) {
        deepest.set(txid, Math.max(deepest.get(txid) ?? 0, depthOf(txid)));
      }
    }
  };
  const add = (transaction: Transaction): Known => {
    const txid = txidOf(transaction);
    const one = known.get(txid) ?? {
      ...{ txid, transaction, raw: bytesToHex(encodeTransaction(transaction)) },
    };
    known.set(txid, one);
    for (const input of transaction.inputs) {
      const key = outpointText(input);
      spenders.set(key, (spenders.get(key) ?? new Set()).add(txid));
    }
    return one;
  };
  return {
    blocks,
    add,
    find: (txid: string): Known | undefined => known.get(txid),
    spendersOf: (coin: Outpoint): readonly string[] => [
      ...(spenders.get(outpointText(coin)) ?? []),
    ],
    rivalsOf,
    isPlaced,
    isThere,
    isPossible,
    /** The network has not had the transaction with this id, as long as no one sends it. */
    miss: (txid: string): void => void missing.add(txid),
    placeOf,
    depthOf,
    /** How deep it has ever been. */
    deepestOf: (txid: string): number => deepest.get(txid) ?? 0,
    /** Whether a block with this hash has ever had it. */
    wasIn: (txid: string, hash: string): boolean => hadIn.get(hash)?.has(txid) ?? false,
    isWaiting: (txid: string): boolean => waiting.has(txid),
    /** Lets it wait for a block, in the place of those that spend the same. */
    send: (one: Known): void => {
      for (const rival of rivalsOf(one)) waiting.delete(rival);
      if (!isPlaced(one.txid)) waiting.add(one.txid);
    },
    /** What the next block can have, those first that others spend. */
    listMinable: (): readonly string[] => {
      const taken = new Set<string>();
      for (let before = -1; taken.size > before; ) {
        before = taken.size;
        for (const txid of waiting) {
          const inputs = known.get(txid)?.transaction.inputs ?? [];
          const isReady = inputs.every((input) => isThere(input.txid) || taken.has(input.txid));
          if (isReady && isPossible(txid)) taken.add(txid);
        }
      }
      return [...taken];
    },
    /** A block with these, as far as they are in none and nothing in a block spends the same. */
    mine: (wanted: readonly string[]): readonly Known[] => {
      hashes += 1;
      const mined: Known[] = [];
      for (const txid of wanted) {
        const one = known.get(txid);
        if (one === undefined || isPlaced(txid) || hasPlacedRival(one)) continue;
        mined.push(one);
        heights.set(txid, blocks.length);
        waiting.delete(txid);
        for (const rival of rivalsOf(one)) waiting.delete(rival);
      }
      const txids = mined.map(({ txid }) => txid);
      const hash = hashes.toString(16).padStart(64, '0');
      blocks.push({ hash, txids });
      hadIn.set(hash, new Set(txids));
      followDepths();
      return mined;
    },
    /** Takes the newest blocks away; what was in them waits again. */
    leave: (depth: number): readonly LeftBlock[] => {
      const height = blocks.length - depth;
      const left = blocks
        .splice(height)
        .map((block, place) => ({ ...block, height: height + place }));
      for (const { txids } of left) {
        for (const txid of txids) {
          heights.delete(txid);
          waiting.add(txid);
        }
      }
      return left;
    },
    /** No one has it any more. */
    forget: (txid: string): void => {
      for (const input of known.get(txid)?.transaction.inputs ?? []) {
        spenders.get(outpointText(input))?.delete(txid);
      }
      known.delete(txid);
      waiting.delete(txid);
    },
  };
}
