import { type Sat, sat } from '../../../src/base/amount.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import { accept, refuse } from '../../../src/base/result.ts';
import { addressOfScript, scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { decodePsbt, encodePsbt } from '../../../src/lightning/bitcoin/psbt.ts';
import {
  decodeTransactionHex,
  encodeTransaction,
  type Outpoint,
  outpointText,
  type Transaction,
  txidOf,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending, Lease, LeasedCoin } from '../../../src/lightning/chain-spending.ts';
import type { ChainWallet, WalletTransaction } from '../../../src/lightning/chain-wallet.ts';
import { NodeFault } from '../../../src/lightning/node-port.ts';
import { createBlockChain, type Known, type LeftBlock } from './block-chain.ts';

const FIRST_HEIGHT = 100;
const COINS: readonly LeasedCoin[] = ['c1', 'c2', 'c3', 'c4'].map((byte) => ({
  txid: byte.repeat(32),
  index: 0,
  amountSat: sat(100_000n),
}));
/** What a coin has to be for. */
const SCRIPT = `0014${'ab'.repeat(20)}`;
const SEQUENCE = 0xffff_fffd;
const DUST_SAT = 330n;
const DAY_MS = 86_400_000;

export interface SimulatedChainOptions {
  /** Told of each transaction that the network gets from a process of the service, once. */
  readonly onPublished: (txid: string) => void;
  /** What the wallet has in the beginning. */
  readonly coins?: readonly LeasedCoin[];
  /** By which leases end; without it, they never do. */
  readonly monotonicMs?: () => number;
}

export interface PaidOutput {
  readonly script: string;
  readonly valueSat: bigint;
}

export type SimulatedChain = ReturnType<typeof createSimulatedChain>;

/**
 * A chain and the wallet of the node, which outlive all processes. Each funding takes another coin
 * where it can, so that a withdrawal which is signed twice is paid twice.
 */
export function createSimulatedChain({
  onPublished,
  coins = COINS,
  monotonicMs = () => 0,
}: SimulatedChainOptions) {
  const chain = createBlockChain();
  const { blocks } = chain;
  /** The transactions of the wallet, in blocks or not. */
  const heard = new Set<string>();
  const labels = new Map<string, string>();
  /** What it still takes for confirmed in blocks that the chain has left. */
  const orphans: { readonly txid: string; readonly block: WalletTransaction['block'] }[] = [];
  const ownScripts = new Set<string>();
  const ownCoins = new Map(coins.map((coin) => [outpointText(coin), coin]));
  const given = new Set(ownCoins.keys());
  const leases = new Map<string, Lease & { readonly untilMs: number }>();
  const listeners = new Set<() => void>();
  /** What processes of the service have published, each once. */
  const published: { readonly label: string; readonly txid: string }[] = [];
  const says = {
    isSynced: true,
    /** As with a light client: it hears of strangers from blocks, and takes all that it is given. */
    isLight: false,
    satPerKw: (_targetBlocks: number): bigint => 1000n,
    /** Heights of blocks that the wallet cannot list. */
    unlistable: new Set<number>(),
  };
  let fundings = 0;
  let addresses = 0;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const isOwnSpent = ({ inputs }: Transaction): boolean =>
    inputs.some((input) => ownCoins.has(outpointText(input)));
  const concerns = (transaction: Transaction): boolean =>
    isOwnSpent(transaction) || transaction.outputs.some(({ script }) => ownScripts.has(script));
  const learn = (transaction: Transaction): Known => {
    const one = chain.add(transaction);
    for (const [index, { script, valueSat }] of transaction.outputs.entries()) {
      const coin = { txid: one.txid, index, amountSat: sat(valueSat) };
      if (ownScripts.has(script)) ownCoins.set(outpointText(coin), coin);
    }
    return one;
  };
  const isConfirmed = (coin: LeasedCoin): boolean =>
    given.has(outpointText(coin)) ||
    (heard.has(coin.txid) &&
      (chain.isPlaced(coin.txid) || orphans.some(({ txid }) => txid === coin.txid)));
  const spenderOf = (coin: Outpoint): string | null =>
    chain.spendersOf(coin).find((txid) => heard.has(txid)) ?? null;
  /** Leases that have not ended by themselves. */
  const listLeases = () => [...leases.values()].filter((lease) => leaseOf(lease) === lease);
  const leaseOf = (coin: Outpoint): (Lease & { readonly untilMs: number }) | undefined => {
    const lease = leases.get(outpointText(coin));
    return lease !== undefined && lease.untilMs > monotonicMs() ? lease : undefined;
  };
  const lock = (coin: LeasedCoin, lockId: string): void =>
    void leases.set(outpointText(coin), { ...coin, lockId, untilMs: monotonicMs() + DAY_MS });
  const isUnspent = (coin: LeasedCoin): boolean =>
    isConfirmed(coin) && leaseOf(coin) === undefined && spenderOf(coin) === null;
  const listUnspent = (): readonly LeasedCoin[] => [...ownCoins.values()].filter(isUnspent);
  const forgetRivals = (one: Known): void => {
    for (const rival of chain.rivalsOf(one)) {
      if (!orphans.some(({ txid }) => txid === rival)) heard.delete(rival);
    }
  };
  const mine = (...txids: string[]): void => {
    for (const one of chain.mine(txids)) {
      for (const input of one.transaction.inputs) leases.delete(outpointText(input));
      if (!concerns(one.transaction)) continue;
      heard.add(one.txid);
      forgetRivals(one);
    }
    tell();
  };
  const choose = (amountSat: bigint, satPerKw: bigint): readonly LeasedCoin[] | null => {
    const free = listUnspent();
    const chosen: LeasedCoin[] = [];
    let sumSat = 0n;
    for (let place = 0; place < free.length; place += 1) {
      const coin = free[(fundings + place) % free.length];
      if (coin === undefined) break;
      chosen.push(coin);
      sumSat += coin.amountSat;
      if (sumSat >= amountSat + BigInt(chosen.length) * satPerKw) return chosen;
    }
    return null;
  };
  const send = (transaction: Transaction): string => {
    const one = learn(transaction);
    chain.send(one);
    const isSeen = says.isLight ? isOwnSpent(transaction) : concerns(transaction);
    if (isSeen) heard.add(one.txid);
    tell();
    return one.txid;
  };
  for (let height = 0; height <= FIRST_HEIGHT; height += 1) mine();

  const wallet: Omit<ChainWallet, 'changes' | 'close'> = {
    newAddress: async () => {
      addresses += 1;
      const script = `0014${addresses.toString(16).padStart(40, 'a')}`;
      ownScripts.add(script);
      return addressOf(script) ?? '';
    },
    tip: async () => ({
      height: blocks.length - 1,
      hash: blocks.at(-1)?.hash ?? '',
      isSynced: says.isSynced,
    }),
    blockHash: async (height) => {
      const block = blocks[height];
      if (block === undefined) throw new NodeFault(`there is no block at ${height}`);
      return block.hash;
    },
    coins: async () => listUnspent(),
    transactions: async ({ from, to }) => {
      for (const height of says.unlistable) {
        const isAsked = height >= from && height <= (to ?? height);
        if (isAsked) throw new NodeFault(`there is no list of block ${height}`);
      }
      const rows = [...heard].flatMap((txid) => {
        const one = chain.find(txid);
        if (one === undefined) return [];
        const place = chain.placeOf(txid);
        const left = orphans.filter((orphan) => orphan.txid === txid).map(({ block }) => block);
        const places = place === null && left.length > 0 ? left : [place, ...left];
        return places.map((block) => describe(one, block));
      });
      return rows.filter(({ block }) =>
        block === null ? to === null : block.height >= from && block.height <= (to ?? Infinity),
      );
    },
    spender: async (outpoint, fromHeight) => {
      const spender = chain.spendersOf(outpoint).find(chain.isPlaced);
      const place = spender === undefined ? null : chain.placeOf(spender);
      if (spender === undefined || place === null || place.height < fromHeight) return null;
      return { txid: spender, height: place.height };
    },
  };
  const describe = (
    { txid, transaction, raw }: Known,
    block: WalletTransaction['block'],
  ): WalletTransaction => ({
    ...{ txid, block, raw, label: labels.get(txid) ?? '' },
    inputs: transaction.inputs.map((input) => ({ txid: input.txid, index: input.index })),
    outputs: transaction.outputs.map(({ valueSat, script }, index) => ({
      ...{ index, address: addressOf(script), amountSat: sat(valueSat) },
      isOurs: ownScripts.has(script),
    })),
    feeSat: feeOf(transaction),
  });
  /** Zero where some of its inputs are of others. */
  const feeOf = ({ inputs, outputs }: Transaction): Sat => {
    const spent = inputs.map((input) => ownCoins.get(outpointText(input))?.amountSat);
    const spentSat = spent.reduce<bigint>((sum, amountSat) => sum + (amountSat ?? 0n), 0n);
    const isOwn = spent.every((amountSat) => amountSat !== undefined);
    return sat(isOwn ? spentSat - sumOf(outputs) : 0n);
  };
  /** What it takes from the wallet, with its fee; zero where some of its inputs are of others. */
  const takenSat = (transaction: Transaction): bigint => {
    const changeSat = sumOf(transaction.outputs.filter(({ script }) => ownScripts.has(script)));
    const isOwn = transaction.inputs.every((input) => ownCoins.has(outpointText(input)));
    return isOwn ? sumOf(transaction.outputs) - changeSat + feeOf(transaction) : 0n;
  };

  const spending: Omit<ChainSpending, 'close'> = {
    feeRate: async (targetBlocks) => says.satPerKw(targetBlocks),
    estimateFee: async ({ amountSat, targetBlocks }) => {
      const satPerKw = says.satPerKw(targetBlocks);
      const chosen = choose(amountSat, satPerKw);
      return chosen === null ? null : sat(BigInt(chosen.length) * satPerKw);
    },
    fund: async ({ address, amountSat, satPerKw, lockId }) => {
      const inputs = choose(amountSat, satPerKw);
      if (inputs === null) return refuse({ kind: 'insufficient_coins' });
      fundings += 1;
      for (const coin of inputs) lock(coin, lockId);
      const leastFeeSat = BigInt(inputs.length) * satPerKw;
      const sumSat = inputs.reduce((sum, coin) => sum + coin.amountSat, 0n);
      const restSat = sumSat - amountSat - leastFeeSat;
      const hasChange = restSat >= DUST_SAT;
      const changeScript = `5120${String(fundings).padStart(64, '0')}`;
      if (hasChange) ownScripts.add(changeScript);
      const script = scriptOfAddress(address, 'regtest') ?? '';
      const transaction = {
        ...pay(inputs),
        outputs: [
          { script, valueSat: amountSat },
          ...(hasChange ? [{ script: changeScript, valueSat: restSat }] : []),
        ],
      };
      const spentOutputs = inputs.map((coin) => ({ script: SCRIPT, valueSat: coin.amountSat }));
      const witnesses = inputs.map(() => []);
      const psbt = Buffer.from(encodePsbt({ transaction, spentOutputs, witnesses }));
      return accept({
        psbt: psbt.toString('base64'),
        inputs,
        changeIndex: hasChange ? 1 : null,
        feeSat: sat(hasChange ? leastFeeSat : sumSat - amountSat),
      });
    },
    sign: async (psbt) => {
      const unsigned = decodePsbt(Buffer.from(psbt, 'base64'))?.transaction ?? pay([]);
      const inputs = unsigned.inputs.map((input) => ({ ...input, witness: ['30'] }));
      return bytesToHex(encodeTransaction({ ...unsigned, inputs }));
    },
    publish: async (raw, label) => {
      const transaction = decodeTransactionHex(raw);
      if (transaction === null) return { kind: 'refused', detail: 'no transaction' };
      const txid = txidOf(transaction);
      const isThere = (one: string): boolean => chain.isPlaced(one) || chain.isWaiting(one);
      if (isThere(txid)) {
        heard.add(txid);
        labels.set(txid, label);
        return { kind: 'handed_over' };
      }
      const others = transaction.inputs.flatMap((coin) => chain.spendersOf(coin));
      const isTaken = others.some((other) => other !== txid && isThere(other));
      if (isTaken && !says.isLight) return { kind: 'refused', detail: 'already spent' };
      // The wallet spends coins of its own only.
      const lacking = transaction.inputs.filter((coin) => !ownCoins.has(outpointText(coin)));
      const isOrphan = lacking.length > 0;
      if (isOrphan && !says.isLight) return { kind: 'refused', detail: 'missing inputs' };
      for (const coin of lacking) chain.miss(coin.txid);
      labels.set(txid, label);
      // A light client keeps what the network does not take.
      if (isTaken || isOrphan) heard.add(learn(transaction).txid);
      else send(transaction);
      const isNew = !published.some((one) => one.txid === txid);
      if (isNew) published.push({ label, txid });
      if (isNew) onPublished(txid);
      return { kind: 'handed_over' };
    },
    listLeases: async () => listLeases(),
    lease: async (lockId, outpoint) => {
      const coin = ownCoins.get(outpointText(outpoint));
      const isSpent = chain.spendersOf(outpoint).some(chain.isPlaced);
      if (coin === undefined || isSpent) return false;
      const lease = leaseOf(coin);
      if (lease !== undefined && lease.lockId !== lockId) return false;
      lock(coin, lockId);
      return true;
    },
    release: async (lockId, outpoint) => {
      if (leaseOf(outpoint)?.lockId === lockId) leases.delete(outpointText(outpoint));
    },
    requiredReserve: async () => sat(10_000n),
  };

  return {
    blocks: chain,
    wallet: {
      ...wallet,
      changes: async function* (signal: AbortSignal) {
        yield* changesOf(listeners, signal);
      },
    },
    spending,
    says,
    leases,
    listLeases,
    published,
    /** What processes of the service gave to the network, and it may still put in a block. */
    listSent: () => published.filter(({ txid }) => chain.isPossible(txid)),
    mine,
    /**
     * Takes the newest blocks away; what was in them waits again. As LND's after some
     * reorganisations, a wallet that is unaware keeps what was in the lowest one.
     */
    reorganise: (depth: number, isUnaware = false): readonly LeftBlock[] => {
      const left = chain.leave(depth);
      const [{ height, hash, txids } = NO_BLOCK] = left;
      for (const txid of isUnaware ? txids : []) {
        if (heard.has(txid)) orphans.push({ txid, block: { height, hash } });
      }
      return left;
    },
    /** Someone sends a transaction; answers its id. */
    send,
    /** The wallet reads chain and waiting transactions again, and forgets everything else. */
    rescan: (): void => {
      orphans.length = 0;
      for (const txid of heard) {
        if (!chain.isPlaced(txid) && !chain.isWaiting(txid)) heard.delete(txid);
      }
    },
    /** Restores the wallet from its words, after which it gives its addresses once more. */
    restartAddresses: (): void => {
      addresses = 0;
    },
    /** No one has it any more, and what it was to replace waits again. */
    forget: (txid: string): void => {
      const one = chain.find(txid);
      const rivals = one === undefined ? [] : chain.rivalsOf(one);
      chain.forget(txid);
      heard.delete(txid);
      for (const rival of rivals.filter(chain.isPossible)) {
        const other = chain.find(rival);
        if (other !== undefined) send(other.transaction);
      }
    },
    /** Another program spends the coins of this transaction; answers its own. */
    spendOtherwise: (raw: Pick<Transaction, 'inputs'>): string =>
      send({ ...pay(raw.inputs), outputs: [{ script: SCRIPT, valueSat: 1000n }] }),
    transactionOf: (txid: string): Transaction | null => chain.find(txid)?.transaction ?? null,
    feeOf,
    takenSat,
    depthOf: chain.depthOf,
    /** The deepest block with another transaction that spends a coin of these. */
    depthOfRival: (txid: string, inputs: readonly Outpoint[]): number => {
      const rivals = inputs.flatMap(chain.spendersOf).filter((other) => other !== txid);
      return Math.max(0, ...rivals.map(chain.depthOf));
    },
    /** What the wallet has in blocks of the chain, and nothing in a block spends. */
    ownedSat: (): bigint =>
      [...ownCoins.values()]
        .filter((coin) => given.has(outpointText(coin)) || chain.isPlaced(coin.txid))
        .filter((coin) => !chain.spendersOf(coin).some(chain.isPlaced))
        .reduce((sum, { amountSat }) => sum + amountSat, 0n),
    /** What this transaction spends of the wallet, and nothing in a block does. */
    freeInputsSat: (txid: string): bigint =>
      (chain.find(txid)?.transaction.inputs ?? [])
        .filter((input) => !chain.spendersOf(input).some(chain.isPlaced))
        .reduce((sum, input) => sum + (ownCoins.get(outpointText(input))?.amountSat ?? 0n), 0n),
    readState: (): string =>
      JSON.stringify([blocks.at(-1), blocks.length, [...heard], [...leases], fundings], text),
  };
}

const NO_BLOCK: LeftBlock = { height: 0, hash: '', txids: [] };

const addressTexts = new Map<string, string | null>();

/** Written once for each script, as that takes a while. */
function addressOf(script: string): string | null {
  const known = addressTexts.get(script) ?? addressOfScript(script, 'regtest');
  addressTexts.set(script, known);
  return known;
}

const text = (_: string, one: unknown): unknown => (typeof one === 'bigint' ? String(one) : one);

const sumOf = (outputs: readonly PaidOutput[]): bigint =>
  outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);

export const pay = (coins: readonly Outpoint[]): Transaction => ({
  version: 2,
  inputs: coins.map(({ txid, index }) => ({
    ...{ txid, index, scriptSig: '', sequence: SEQUENCE },
    witness: [],
  })),
  outputs: [],
  lockTime: 0,
});

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
