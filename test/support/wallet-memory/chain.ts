import { sat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { CHAIN_LEASE, type DepositStore } from '../../../src/onchain/deposit-store.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { WithdrawalStore } from '../../../src/onchain/withdrawal-store.ts';
import { lookUp, type MemoryState } from '../money-model/state.ts';
import { createMemoryWithdrawals } from '../money-model/withdrawals.ts';
import { isKnown, mayLeave } from './safety-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

export interface ChainStores {
  readonly withdrawals: WithdrawalStore;
  readonly deposits: DepositStore;
}

export const createChainStoresOf = (memory: WalletMemory): ChainStores => ({
  withdrawals: createWithdrawalsOf(memory),
  deposits: createDepositsOf(memory),
});

/** The steps of the money model, with what the functions read of leases and stops. */
function createWithdrawalsOf(memory: WalletMemory): WithdrawalStore {
  const { withdrawals, keys } = memory.money;
  const steps = () => createMemoryWithdrawals(moneyOfChain(memory));
  const stateOf = (id: string): Withdrawal['state'] => lookUp(withdrawals, id).state;
  const all = (): readonly Withdrawal[] => [...withdrawals.values()];
  return {
    findOwner: async () => null,
    findKey: async ({ userId, grantId }, key) =>
      keys.get(JSON.stringify([userId, grantId, key])) ?? null,
    order: (order) => steps().order(order),
    find: async (id) => withdrawals.get(id) ?? null,
    findOfUser: async (userId, id) => {
      const found = withdrawals.get(id);
      return found?.userId === userId ? found : null;
    },
    listToDrive: async (sinceHeight) => all().filter((one) => isDriven(one, sinceHeight)),
    listFailed: async (since) =>
      all().filter(({ failure, endedAt }) => failure !== null && (endedAt ?? since) > since),
    listOfUser: async (userId, { offset, limit }) =>
      all()
        .filter((one) => one.userId === userId)
        .toReversed()
        .slice(offset, offset + limit),
    listSigned: async (identifiers) => {
      const signed = all().filter(({ transaction }) => transaction !== null);
      const known = signed.map(({ identifier }) => identifier);
      return new Set(known.filter((identifier) => identifiers.includes(identifier)));
    },
    listTransactions: async (txids) => {
      const stored = all().flatMap(({ transaction }) => transaction?.txid ?? []);
      return new Set(stored.filter((txid) => txids.includes(txid)));
    },
    sign: async (signing) => {
      const isNew = stateOf(signing.id) === 'reserved' && !signing.isFound;
      const isCurrent = signing.fence === null || signing.fence >= moneyOfChain(memory).fence;
      if (isNew && isCurrent && !mayLeave(memory.safety)) return 'stopped';
      return await steps().sign(signing);
    },
    noteBroadcast: async (id, at) => {
      if (withdrawals.has(id)) await steps().noteBroadcast(id, at);
    },
    settle: (settling) => steps().settle(settling),
    fail: async (failing) => {
      const isReserved = stateOf(failing.id) === 'reserved' && failing.from === 'reserved';
      const isCurrent = failing.fence === null || failing.fence >= moneyOfChain(memory).fence;
      if (isReserved && isCurrent && !isKnown(memory.safety)) return 'conflict';
      return await steps().fail(failing);
    },
    placeSettled: async (id, block, fence) => {
      const found = lookUp(withdrawals, id);
      if (fence < moneyOfChain(memory).fence) return 'fenced';
      if (found.state !== 'settled' || found.isInternal) return 'conflict';
      if (found.block?.height === block?.height && found.block?.hash === block?.hash) {
        return 'present';
      }
      withdrawals.set(id, { ...found, block });
      return 'done';
    },
  };
}

/** The money with the fence of those who watch the chain. */
const moneyOfChain = ({ money, leases }: WalletMemory): MemoryState => ({
  ...money,
  fence: leases.get(CHAIN_LEASE)?.fence ?? 0n,
});

const isDriven = (
  { endedAt, block, state, isInternal }: Withdrawal,
  sinceHeight: number,
): boolean =>
  endedAt === null ||
  (block === null ? state === 'settled' && !isInternal : block.height >= sinceHeight);

/** Nothing arrives over the chain here; only how far it was looked at is kept. */
function createDepositsOf(memory: WalletMemory): DepositStore {
  const { chain, clock } = memory;
  return {
    findUnusedAddress: async () => null,
    saveAddress: async () => null,
    listKnown: async () => new Set(),
    note: async (outputs) => {
      assert(outputs.length === 0, 'nothing arrives');
      return true;
    },
    listOpen: async () => [],
    listCreditedSince: async () => [],
    giveUp: async () => undefined,
    giveUpReplaced: async () => true,
    listRaw: async () => new Map(),
    noteOrphaned: async () => false,
    credit: async () => [],
    listOfUser: async () => [],
    readCursor: async () => chain.cursor,
    saveLook: async (_, { height, coinsSat, isWhole, tookMs, fence }) => {
      if (fence < moneyOfChain(memory).fence) return false;
      const begunAt = new Date(clock.now().getTime() - tookMs);
      if (isWhole || chain.lookedAt !== null) chain.lookedAt = begunAt;
      const firstHeight = chain.cursor?.firstHeight ?? height;
      chain.cursor = { firstHeight, height, coinsSat };
      return true;
    },
    readCoins: async () => chain.cursor?.coinsSat ?? sat(0n),
    readHeight: async () => chain.cursor?.height ?? null,
  };
}
