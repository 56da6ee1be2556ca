import { createHash, randomBytes } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import type { ChainWallet, WalletTransaction } from '../../../src/lightning/chain-wallet.ts';

interface Sent {
  readonly txid: string;
  readonly outputs: { readonly address: string; readonly amountSat: bigint }[];
}

/** A chain and a wallet in memory. The wallet may be told to be wrong, as LND's is. */
export function createFakeChain() {
  const blocks: { hash: string; txids: string[] }[] = [];
  const sent = new Map<string, Sent>();
  /** What the wallet says in addition, such as of blocks that were orphaned. */
  const phantoms: WalletTransaction[] = [];
  let isSynced = true;
  let addresses = 0;
  let planned: string[] = [];

  const mine = (...txids: string[]): void => {
    blocks.push({ hash: randomBytes(32).toString('hex'), txids });
  };
  const describe = (txid: string, place: WalletTransaction['block']): WalletTransaction => ({
    txid,
    block: place,
    inputs: [{ txid: createHash('sha256').update(txid).digest('hex'), index: 0 }],
    feeSat: sat(0n),
    raw: '00',
    label: '',
    outputs: (sent.get(txid)?.outputs ?? []).map(({ address, amountSat }, index) => ({
      index,
      address,
      amountSat: sat(amountSat),
    })),
  });
  const list = (): WalletTransaction[] => {
    const placed = blocks.flatMap(({ hash, txids }, height) =>
      txids.map((txid) => describe(txid, { height, hash })),
    );
    const known = new Set(placed.map(({ txid }) => txid));
    const pending = [...sent.keys()].filter((txid) => !known.has(txid));
    return [...placed, ...pending.map((txid) => describe(txid, null)), ...phantoms];
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
    transactions: async ({ from, to }) =>
      list().filter(({ block }) =>
        block === null ? to === null : block.height >= from && block.height <= (to ?? Infinity),
      ),
    changes: async function* () {},
    close: async () => undefined,
  };
  return {
    wallet,
    mine,
    phantoms,
    /** Broadcasts a transaction with these outputs. */
    send: (...outputs: Sent['outputs']): string => {
      const txid = createHash('sha256').update(randomBytes(8)).digest('hex');
      sent.set(txid, { txid, outputs });
      return txid;
    },
    drop: (txid: string): void => {
      sent.delete(txid);
    },
    /** Takes the newest blocks away; their transactions wait again. */
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
