import { RowGone } from '../../../src/base/row-gone.ts';
import type { DepositStore } from '../../../src/onchain/deposit-store.ts';
import type { FeeBumpStore } from '../../../src/onchain/fee-bump.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { WithdrawalStore } from '../../../src/onchain/withdrawal-store.ts';
import type { MemoryState } from '../money-model/state.ts';
import { createMemoryWithdrawals } from '../money-model/withdrawals.ts';
import { createDepositsOf, fenceOf, noteInternal } from './deposits.ts';
import { createFeeBumpsOf, isBumped } from './fee-bumps.ts';
import { isKnown, mayLeave } from './safety-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

export interface ChainStores {
  readonly withdrawals: WithdrawalStore;
  readonly deposits: DepositStore;
  readonly feeBumps: FeeBumpStore;
}

export const createChainStoresOf = (memory: WalletMemory): ChainStores => ({
  withdrawals: createWithdrawalsOf(memory),
  deposits: createDepositsOf(memory),
  feeBumps: createFeeBumpsOf(memory),
});

/** The steps of the money model, with what the functions read of leases and stops. */
function createWithdrawalsOf(memory: WalletMemory): WithdrawalStore {
  const { withdrawals, keys } = memory.money;
  const steps = () => createMemoryWithdrawals(moneyOfChain(memory));
  /** As in SQL, its loss is a fault: the database has gone back since it was read. */
  const lookUp = (id: string): Withdrawal => {
    const found = withdrawals.get(id);
    if (found === undefined) throw new RowGone('the withdrawal is not in the database any more');
    return found;
  };
  const stateOf = (id: string): Withdrawal['state'] => lookUp(id).state;
  const all = (): readonly Withdrawal[] => [...withdrawals.values()];
  return {
    findOwner: async (address) => {
      const owner = memory.chain.addresses.get(address);
      if (owner === undefined) return null;
      const isClosed = (memory.users.get(owner.userId)?.closedAt ?? null) !== null;
      return { userId: owner.userId, isClosed };
    },
    findKey: async ({ userId, grantId }, key) =>
      keys.get(JSON.stringify([userId, grantId, key])) ?? null,
    order: async (order) => {
      if (order.internal !== null && !memory.chain.addresses.has(order.address)) {
        throw new RowGone('the address is not in the database any more');
      }
      const outcome = await steps().order(order);
      if (outcome.kind === 'ordered') noteInternal(memory.chain, order);
      return outcome;
    },
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
    listTransactions: async (txids) =>
      new Map(
        all().flatMap(({ transaction, ...own }) =>
          transaction !== null && txids.includes(transaction.txid)
            ? [[transaction.txid, own] as const]
            : [],
        ),
      ),
    sign: async (signing) => {
      const { isFound, fence, transaction } = signing;
      const isNext = stateOf(signing.id) === (isFound ? 'unknown' : 'reserved');
      const isCurrent = fence === null || fence >= moneyOfChain(memory).fence;
      if (isNext && !isFound && isCurrent && !mayLeave(memory.safety, memory.money))
        return 'stopped';
      if (isNext && isCurrent && isBumped(memory, transaction.inputs)) return 'input_taken';
      return await steps().sign(signing);
    },
    noteBroadcast: async (id, at) => {
      if (withdrawals.has(id)) await steps().noteBroadcast(id, at);
    },
    settle: async (settling) => {
      lookUp(settling.id);
      return await steps().settle(settling);
    },
    fail: async (failing) => {
      const isReserved = stateOf(failing.id) === 'reserved' && failing.from === 'reserved';
      const isCurrent = failing.fence === null || failing.fence >= moneyOfChain(memory).fence;
      if (isReserved && isCurrent && !isKnown(memory.safety)) return 'conflict';
      return await steps().fail(failing);
    },
    placeSettled: async (id, block, fence) => {
      const found = lookUp(id);
      if (fence < moneyOfChain(memory).fence) return 'fenced';
      if (found.state !== 'settled' || found.isInternal) return 'conflict';
      if (found.block?.height === block?.height && found.block?.hash === block?.hash) {
        return 'present';
      }
      withdrawals.set(id, { ...found, block });
      return 'done';
    },
    freeCoins: async (id, fence) => {
      const { state, isInternal, block } = lookUp(id);
      if (fence < moneyOfChain(memory).fence) return 'fenced';
      if (state !== 'settled' || isInternal || block !== null) return 'conflict';
      const { freed } = memory.money;
      const outcome = freed.has(id) ? 'present' : 'done';
      freed.add(id);
      return outcome;
    },
  };
}

/** The money with the fence of those who watch the chain. */
const moneyOfChain = (memory: WalletMemory): MemoryState => ({
  ...memory.money,
  fence: fenceOf(memory),
});

const isDriven = (
  { endedAt, block, state, isInternal }: Withdrawal,
  sinceHeight: number,
): boolean =>
  endedAt === null ||
  (block === null ? state === 'settled' && !isInternal : block.height >= sinceHeight);
