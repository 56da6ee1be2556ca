import { randomBytes } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import {
  encodeTransaction,
  FINAL_SEQUENCE,
  type Outpoint,
  txidOf,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainWallet, WalletTransaction } from '../../../src/lightning/chain-wallet.ts';
import { NodeFault } from '../../../src/lightning/node-port.ts';

interface Sent {
  readonly txid: string;
  readonly inputs: readonly Outpoint[];
  /** Whether the wallet sees the transaction. */
  readonly isOurs: boolean;
  readonly outputs: { readonly address: string; readonly amountSat: bigint }[];
  readonly raw: string;
}

/**
 * Creates a chain and a wallet in memory. The wallet can be made to report wrong blocks, as LND's
 * sometimes does.
 */
export function createFakeChain() {
  const blocks: { hash: string; txids: string[] }[] = [];
  const sent = new Map<string, Sent>();
  const dropped = new Map<string, Sent | undefined>();
  /** Transactions that the wallet lists in addition, such as those of orphaned blocks. */
  const phantoms: WalletTransaction[] = [];
  /** Heights of blocks that the wallet cannot list; Infinity for what waits for a block. */
  const unlistable = new Set<number>();
  let isSynced = true;
  let addresses = 0;
  let planned: string[] = [];

  const mine = (...txids: string[]): void => {
    blocks.push({ hash: randomBytes(32).toString('hex'), txids });
  };
  const broadcast = (
    inputs: readonly Outpoint[],
    outputs: Sent['outputs'],
    isOurs: boolean,
  ): string => {
    const bare = { scriptSig: '', sequence: FINAL_SEQUENCE, witness: [] };
    const transaction = {
      version: 2,
      inputs: inputs.map((input) => ({ ...input, ...bare })),
      outputs: outputs.map(({ amountSat }) => ({ valueSat: amountSat, script: '51' })),
      lockTime: 0,
    };
    const txid = txidOf(transaction);
    const raw = bytesToHex(encodeTransaction(transaction));
    sent.set(txid, { txid, inputs, outputs, raw, isOurs });
    return txid;
  };
  const describe = (txid: string, place: WalletTransaction['block']): WalletTransaction => ({
    txid,
    block: place,
    inputs: sent.get(txid)?.inputs ?? [],
    feeSat: sat(0n),
    raw: sent.get(txid)?.raw ?? '',
    label: '',
    outputs: (sent.get(txid)?.outputs ?? []).map(({ address, amountSat }, index) => ({
      index,
      address,
      amountSat: sat(amountSat),
      isOurs: true,
    })),
  });
  const list = (): WalletTransaction[] => {
    const placed = blocks.flatMap(({ hash, txids }, height) =>
      txids.map((txid) => describe(txid, { height, hash })),
    );
    const known = new Set(placed.map(({ txid }) => txid));
    const pending = [...sent.keys()].filter((txid) => !known.has(txid));
    const all = [...placed, ...pending.map((txid) => describe(txid, null)), ...phantoms];
    return all.filter(({ txid }) => sent.get(txid)?.isOurs ?? true);
  };
  for (let height = 0; height < 100; height += 1) mine();

  const wallet: ChainWallet = {
    newAddress: async () => {
      addresses += 1;
      return planned.shift() ?? `bcrt1fake${addresses}`;
    },
    tip: async () => ({
      height: blocks.length - 1,
      hash: blocks.at(-1)?.hash ?? '',
      isSynced,
    }),
    blockHash: async (height) => blocks[height]?.hash ?? '',
    coins: async () =>
      list().flatMap(({ txid, block, outputs }) =>
        block === null ? [] : outputs.map(({ index, amountSat }) => ({ txid, index, amountSat })),
      ),
    transactions: async ({ from, to }) => {
      const last = to ?? Infinity;
      for (const height of unlistable) {
        if (height >= from && height <= last) throw new NodeFault(`no list of block ${height}`);
      }
      return list().filter(({ block }) =>
        block === null ? to === null : block.height >= from && block.height <= last,
      );
    },
    spender: async ({ txid, index }, fromHeight) => {
      for (const [height, block] of blocks.entries()) {
        const found = block.txids.find((one) =>
          sent.get(one)?.inputs.some((input) => input.txid === txid && input.index === index),
        );
        if (found !== undefined && height >= fromHeight) return { txid: found, height };
      }
      return null;
    },
    changes: async function* () {},
    close: async () => undefined,
  };
  return {
    wallet,
    mine,
    phantoms,
    unlistable,
    /** Broadcasts a transaction with these outputs. */
    send: (...outputs: Sent['outputs']): string =>
      broadcast([{ txid: bytesToHex(randomBytes(32)), index: 0 }], outputs, true),
    /**
     * Broadcasts a transaction that spends the same inputs. The wallet sees it only if `isOurs` is
     * set.
     */
    replace: (
      replaced: string | Pick<WalletTransaction, 'inputs'>,
      isOurs: boolean,
      ...outputs: Sent['outputs']
    ): string => {
      const { inputs = [] } = typeof replaced === 'string' ? (sent.get(replaced) ?? {}) : replaced;
      return broadcast(inputs, outputs, isOurs);
    },
    drop: (txid: string): void => {
      dropped.set(txid, sent.get(txid));
      sent.delete(txid);
    },
    /** Broadcasts a dropped transaction again. */
    restore: (txid: string): void => {
      const again = dropped.get(txid);
      if (again !== undefined) sent.set(txid, again);
    },
    /** Removes the newest blocks. Their transactions wait again. */
    reorganise: (depth: number): void => {
      blocks.splice(blocks.length - depth);
    },
    describe,
    height: () => blocks.length - 1,
    hashAt: (height: number): string => blocks[height]?.hash ?? '',
    setSynced: (value: boolean): void => {
      isSynced = value;
    },
    planAddresses: (list: string[]): void => {
      planned = list;
    },
  };
}
