import { type Sat, sat } from '../../../src/base/amount.ts';
import { bytesToHex, hexToBytes } from '../../../src/base/hex.ts';
import { accept, refuse } from '../../../src/base/result.ts';
import { scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { decodePsbt, encodePsbt } from '../../../src/lightning/bitcoin/psbt.ts';
import {
  decodeTransaction,
  encodeTransaction,
  type Outpoint,
  outpointText,
  type Transaction,
  txidOf,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending, Lease, LeasedCoin } from '../../../src/lightning/chain-spending.ts';
import type { ChainWallet, WalletTransaction } from '../../../src/lightning/chain-wallet.ts';

/** A transaction that the network has seen. */
interface Known {
  readonly transaction: Transaction;
  readonly label: string;
}

const FIRST_HEIGHT = 100;
const COINS: readonly LeasedCoin[] = ['c1', 'c2', 'c3', 'c4'].map((byte) => ({
  txid: byte.repeat(32),
  index: 0,
  amountSat: sat(100_000n),
}));
/** What a coin has to be for. */
const SCRIPT = `0014${'ab'.repeat(20)}`;
const SAT_PER_KW = 1000n;
const SEQUENCE = 0xffff_fffd;

export type SimulatedChain = ReturnType<typeof createSimulatedChain>;

/**
 * A chain and the wallet of the node, which outlive all processes. Each funding takes another coin
 * where it can, so that a withdrawal which is signed twice is paid twice.
 */
export function createSimulatedChain(onPublished: (txid: string) => void) {
  const blocks: { readonly hash: string; readonly txids: readonly string[] }[] = [];
  const known = new Map<string, Known>();
  const leases = new Map<string, Lease>();
  const listeners = new Set<() => void>();
  /** What processes of the service have published, each once. */
  const published: { readonly label: string; readonly txid: string }[] = [];
  /** What blocks with another spending have made the network forget, by that. */
  const forgotten = new Map<string, Map<string, Known>>();
  const says = { isSynced: true };
  let hashes = 0;
  let fundings = 0;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const placeOf = (txid: string): WalletTransaction['block'] => {
    const height = blocks.findIndex(({ txids }) => txids.includes(txid));
    const block = blocks[height];
    return block === undefined ? null : { height, hash: block.hash };
  };
  const spenderOf = (coin: Outpoint): string | null => {
    for (const [txid, { transaction }] of known) if (spends(transaction, coin)) return txid;
    return null;
  };
  const isFree = (coin: LeasedCoin): boolean =>
    !leases.has(outpointText(coin)) && spenderOf(coin) === null;
  const mine = (...txids: string[]): void => {
    hashes += 1;
    blocks.push({ hash: hashes.toString(16).padStart(64, '0'), txids });
    for (const coin of COINS) {
      const spender = txids.find((txid) => spends(known.get(txid)?.transaction, coin));
      if (spender === undefined) continue;
      leases.delete(outpointText(coin));
      for (const [txid, one] of known) {
        if (txid === spender || !spends(one.transaction, coin)) continue;
        forgotten.set(spender, (forgotten.get(spender) ?? new Map()).set(txid, one));
        known.delete(txid);
      }
    }
    tell();
  };
  for (let height = 0; height <= FIRST_HEIGHT; height += 1) mine();

  const wallet: Omit<ChainWallet, 'changes' | 'close' | 'newAddress'> = {
    tip: async () => ({
      height: blocks.length - 1,
      hash: blocks.at(-1)?.hash ?? '',
      isSynced: says.isSynced,
    }),
    blockHash: async (height) => blocks[height]?.hash ?? '',
    coins: async () => COINS.filter(isFree),
    transactions: async ({ from, to }) =>
      [...known]
        .map(([txid, one]) => describe(txid, one, placeOf(txid)))
        .filter(({ block }) =>
          block === null ? to === null : block.height >= from && block.height <= (to ?? Infinity),
        ),
    spender: async () => null,
  };

  const spending: Omit<ChainSpending, 'close'> = {
    feeRate: async () => SAT_PER_KW,
    estimateFee: async () => sat(SAT_PER_KW),
    fund: async ({ address, amountSat, satPerKw, lockId }) => {
      const free = COINS.filter(isFree);
      const coin = free[fundings % free.length];
      if (coin === undefined) return refuse({ kind: 'insufficient_coins' });
      fundings += 1;
      leases.set(outpointText(coin), { ...coin, lockId });
      const feeSat = sat(satPerKw);
      const script = scriptOfAddress(address, 'regtest') ?? '';
      const changeScript = `5120${String(fundings).padStart(64, '0')}`;
      const changeSat = coin.amountSat - amountSat - feeSat;
      const transaction = {
        ...pay([coin]),
        outputs: [
          { script, valueSat: amountSat },
          { script: changeScript, valueSat: changeSat },
        ],
      };
      const spentOutputs = [{ script: SCRIPT, valueSat: coin.amountSat }];
      const bytes = encodePsbt({ transaction, spentOutputs, witnesses: [[]] });
      const psbt = Buffer.from(bytes).toString('base64');
      return accept({ psbt, inputs: [coin], changeIndex: 1, feeSat });
    },
    sign: async (psbt) => {
      const unsigned = decodePsbt(Buffer.from(psbt, 'base64'))?.transaction ?? pay([]);
      const inputs = unsigned.inputs.map((input) => ({ ...input, witness: ['30'] }));
      return bytesToHex(encodeTransaction({ ...unsigned, inputs }));
    },
    publish: async (raw, label) => {
      const transaction = decodeTransaction(hexToBytes(raw) ?? new Uint8Array());
      if (transaction === null) return { kind: 'refused', detail: 'no transaction' };
      const txid = txidOf(transaction);
      if (known.has(txid)) return { kind: 'handed_over' };
      if (transaction.inputs.some((coin) => spenderOf(coin) !== null)) {
        return { kind: 'refused', detail: 'already spent' };
      }
      known.set(txid, { transaction, label });
      const isNew = !published.some((one) => one.txid === txid);
      if (isNew) published.push({ label, txid });
      tell();
      if (isNew) onPublished(txid);
      return { kind: 'handed_over' };
    },
    listLeases: async () => [...leases.values()],
    lease: async (lockId, outpoint) => {
      const coin = COINS.find((one) => outpointText(one) === outpointText(outpoint));
      const spender = spenderOf(outpoint);
      if (coin === undefined || (spender !== null && placeOf(spender) !== null)) return false;
      const lease = leases.get(outpointText(coin));
      if (lease !== undefined && lease.lockId !== lockId) return false;
      leases.set(outpointText(coin), { ...coin, lockId });
      return true;
    },
    release: async (lockId, outpoint) => {
      const key = outpointText(outpoint);
      if (leases.get(key)?.lockId === lockId) leases.delete(key);
    },
    requiredReserve: async () => sat(10_000n),
  };

  return {
    wallet: {
      ...wallet,
      changes: async function* (signal: AbortSignal) {
        yield* changesOf(listeners, signal);
      },
    },
    spending,
    says,
    leases,
    /** What processes of the service gave to the network, and it may still put in a block. */
    listSent: () => published.filter(({ txid }) => known.has(txid)),
    mine,
    /** Takes the newest blocks away; what waited before waits again. */
    reorganise: (depth: number): void => {
      const txids = blocks.splice(blocks.length - depth).flatMap((block) => block.txids);
      for (const txid of txids) {
        for (const [other, one] of forgotten.get(txid) ?? []) {
          known.delete(txid);
          known.set(other, one);
        }
      }
    },
    /** Another program spends the coins of this transaction; answers its own. */
    spendOtherwise: (raw: Transaction): string => {
      const transaction = { ...pay(raw.inputs), outputs: [{ script: SCRIPT, valueSat: 1000n }] };
      known.set(txidOf(transaction), { transaction, label: '' });
      return txidOf(transaction);
    },
    transactionOf: (txid: string): Transaction | null => known.get(txid)?.transaction ?? null,
    depthOf: (txid: string): number => {
      const place = placeOf(txid);
      return place === null ? 0 : blocks.length - place.height;
    },
    /** The deepest block with another transaction that spends a coin of these. */
    depthOfRival: (txid: string, inputs: readonly Outpoint[]): number => {
      const rivals = [...known].filter(
        ([other, { transaction }]) =>
          other !== txid && inputs.some((coin) => spends(transaction, coin)),
      );
      const places = rivals.map(([other]) => placeOf(other)?.height ?? blocks.length);
      return blocks.length - Math.min(blocks.length, ...places);
    },
    readState: (): string =>
      JSON.stringify(
        [blocks.at(-1), blocks.length, [...known.keys()], [...leases], fundings],
        text,
      ),
  };
}

const text = (_: string, one: unknown): unknown => (typeof one === 'bigint' ? String(one) : one);

const spends = (transaction: Transaction | undefined, { txid, index }: Outpoint): boolean =>
  transaction?.inputs.some((input) => input.txid === txid && input.index === index) ?? false;

const pay = (coins: readonly Outpoint[]): Transaction => ({
  version: 2,
  inputs: coins.map(({ txid, index }) => ({
    ...{ txid, index, scriptSig: '', sequence: SEQUENCE },
    witness: [],
  })),
  outputs: [],
  lockTime: 0,
});

const describe = (
  txid: string,
  { transaction, label }: Known,
  block: WalletTransaction['block'],
): WalletTransaction => ({
  ...{ txid, block, label },
  inputs: transaction.inputs.map((input) => ({ txid: input.txid, index: input.index })),
  outputs: transaction.outputs.map(({ valueSat }, index) => ({
    ...{ index, address: null, amountSat: sat(valueSat) },
  })),
  feeSat: feeOf(transaction),
  raw: bytesToHex(encodeTransaction(transaction)),
});

function feeOf({ inputs, outputs }: Transaction): Sat {
  const spent = COINS.filter((coin) =>
    inputs.some(({ txid, index }) => txid === coin.txid && index === coin.index),
  );
  const spentSat = spent.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  return sat(spentSat - outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n));
}

async function* changesOf(listeners: Set<() => void>, signal: AbortSignal): AsyncGenerator<void> {
  while (!signal.aborted) {
    const next = Promise.withResolvers<void>();
    const wake = (): void => next.resolve();
    listeners.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    await next.promise;
    listeners.delete(wake);
    signal.removeEventListener('abort', wake);
    if (!signal.aborted) yield;
  }
}
