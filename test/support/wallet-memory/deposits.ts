import { msat, sat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import { RowGone } from '../../../src/base/row-gone.ts';
import {
  encodeTransaction,
  FINAL_SEQUENCE,
  type Outpoint,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { Deposit } from '../../../src/onchain/deposit.ts';
import {
  CHAIN_LEASE,
  type DepositCredit,
  type DepositOutcome,
  type DepositStore,
  type SeenOutput,
} from '../../../src/onchain/deposit-store.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import { deposit as creditTransfer } from '../money-model/ledger/transfers.ts';
import { writeRecord, writeTransfer } from '../money-model/state.ts';
import type { ChainMemory, DepositRow } from './chain-memory.ts';
import { stop } from './safety-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

/** What the SQL functions about deposits do, on maps. */
export function createDepositsOf(memory: WalletMemory): DepositStore {
  const { chain, safety, clock } = memory;
  const { addresses, deposits } = chain;
  const isFenced = (fence: bigint): boolean => fence < fenceOf(memory);
  const all = (): readonly DepositRow[] => [...deposits.values()];
  const change = (row: DepositRow, changes: Partial<DepositRow>): void =>
    void deposits.set(row.id, { ...row, ...changes });
  const findUnused = (userId: string): string | null => {
    const unused = [...addresses].find(([, one]) => one.userId === userId && one.usedAt === null);
    return unused?.[0] ?? null;
  };
  return {
    findUnusedAddress: async (userId) => findUnused(userId),
    saveAddress: async ({ address, userId, grantId }) => {
      const isNew = !addresses.has(address) && findUnused(userId) === null;
      if (isNew) addresses.set(address, { userId, grantId, usedAt: null });
      return findUnused(userId);
    },
    listKnown: async (asked) => new Set(asked.filter((address) => addresses.has(address))),
    note: async (outputs, fence) => {
      if (isFenced(fence)) return false;
      for (const output of outputs) noteOne(chain, output);
      return true;
    },
    listOpen: async () =>
      all()
        .filter(({ state }) => state === 'seen')
        .sort((a, b) => compare(keyOfOpen(a), keyOfOpen(b))),
    listCreditedSince: async (height) =>
      all()
        .filter(({ block, endedAt }) => endedAt !== null && block !== null)
        .filter(({ block }) => (block?.height ?? 0) >= height)
        .sort((a, b) => (a.block?.height ?? 0) - (b.block?.height ?? 0) || compare(a.id, b.id)),
    giveUp: async (seenBefore) => {
      for (const row of all()) {
        const isDue = row.state === 'seen' && row.block === null && row.seenAt < seenBefore;
        if (isDue) change(row, { state: 'gone' });
      }
    },
    giveUpReplaced: async (replaced, fence) => {
      if (isFenced(fence)) return false;
      for (const { depositId, replacedBy } of replaced) {
        const row = deposits.get(depositId);
        if (row?.state === 'seen') change(row, { state: 'gone', block: null, replacedBy });
      }
      return true;
    },
    listRaw: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const row = deposits.get(id);
          return row === undefined || row.txid === null ? [] : [[id, rawOf(row.inputs)]];
        }),
      ),
    noteOrphaned: async (id) => {
      const row = deposits.get(id);
      if (row === undefined || row.endedAt === null || row.orphanedAt !== null) return false;
      change(row, { orphanedAt: clock.now() });
      stop(safety, clock, 'operator');
      return true;
    },
    credit: async (credits) => creditAll(memory, credits),
    listOfUser: async (userId, { offset, limit }) =>
      all()
        .filter((row) => row.userId === userId)
        .sort((a, b) => b.seenAt.getTime() - a.seenAt.getTime() || compare(b.id, a.id))
        .slice(offset, offset + limit),
    readCursor: async () => chain.cursor,
    saveLook: async (_, { height, coinsSat, openingLocalMsat, isWhole, tookMs, fence }) => {
      if (isFenced(fence)) return false;
      const firstHeight = chain.cursor?.firstHeight ?? height;
      chain.cursor = { firstHeight, height, coinsSat, openingLocalMsat };
      const begunAt = new Date(clock.now().getTime() - tookMs);
      if (isWhole !== null && (isWhole || chain.lookedAt !== null)) chain.lookedAt = begunAt;
      return true;
    },
    readCoins: async () => ({
      coinsSat: chain.cursor?.coinsSat ?? sat(0n),
      openingLocalMsat: chain.cursor?.openingLocalMsat ?? msat(0n),
    }),
    readHeight: async () => chain.cursor?.height ?? null,
  };
}

/** The fence of those who watch the chain. */
export const fenceOf = ({ leases }: Pick<WalletMemory, 'leases'>): bigint =>
  leases.get(CHAIN_LEASE)?.fence ?? 0n;

/** What another user here has paid with an order of their own. */
export function noteInternal(
  { addresses, deposits }: ChainMemory,
  { address, amountSat, createdAt, internal }: NewWithdrawal,
): void {
  const row = addresses.get(address);
  if (internal === null || row === undefined) return;
  if (row.usedAt === null) addresses.set(address, { ...row, usedAt: createdAt });
  deposits.set(internal.depositId, {
    ...{ id: internal.depositId, identifier: internal.payeeIdentifier, address, amountSat },
    ...{ userId: row.userId, txid: null, outputIndex: null, inputs: [] },
    ...{ state: 'credited', seenAt: createdAt, endedAt: createdAt },
    ...{ block: null, replacedBy: null, orphanedAt: null },
  });
}

function noteOne(
  { addresses, deposits, outputs }: ChainMemory,
  { id, identifier, transaction, block, output, seenAt }: SeenOutput,
): void {
  const { index, address, amountSat } = output;
  const owner = addresses.get(address);
  if (owner === undefined) return;
  if (owner.usedAt === null) addresses.set(address, { ...owner, usedAt: seenAt });
  const key = `${transaction.txid}:${index}`;
  const known = deposits.get(outputs.get(key) ?? '');
  if (known === undefined) {
    outputs.set(key, id);
    deposits.set(id, {
      ...{ id, identifier, address, amountSat: sat(amountSat), block, seenAt },
      ...{ userId: owner.userId, txid: transaction.txid, outputIndex: index },
      ...{ inputs: transaction.inputs, state: 'seen' },
      ...{ endedAt: null, replacedBy: null, orphanedAt: null },
    });
    return;
  }
  if (known.endedAt !== null) return;
  const isBack = block !== null;
  const state = isBack ? 'seen' : known.state;
  deposits.set(known.id, {
    ...known,
    ...{ state, block, replacedBy: isBack ? null : known.replacedBy },
  });
}

function creditAll(
  memory: WalletMemory,
  credits: readonly DepositCredit[],
): readonly DepositOutcome[] {
  const { deposits } = memory.chain;
  // As in SQL, all or none are credited where the database has lost one of them.
  const isWhole = credits.every(({ depositId }) => deposits.has(depositId));
  if (!isWhole) throw new RowGone('the deposit is not in the database any more');
  for (const { depositId, fence } of credits) {
    const row = deposits.get(depositId);
    const isDead = row?.endedAt === null && row.replacedBy !== null;
    assert(!isDead || fence < fenceOf(memory), 'what was replaced is not credited');
  }
  return credits.map((credit) => creditOne(memory, credit));
}

function creditOne(
  memory: WalletMemory,
  { depositId, block, at, record: body, fence }: DepositCredit,
): DepositOutcome {
  const { chain, money, users } = memory;
  const row = chain.deposits.get(depositId);
  if (fence < fenceOf(memory)) return 'fenced';
  if (row === undefined || row.endedAt !== null) return 'present';
  const { userId, amountSat, identifier, seenAt } = row;
  const isClosed = (users.get(userId)?.closedAt ?? null) !== null;
  writeTransfer(money, creditTransfer(depositId, isClosed ? null : userId, amountSat));
  money.outflow.receive(amountSat * 1000n);
  const state = isClosed ? 'unclaimed' : 'credited';
  chain.deposits.set(depositId, { ...row, state, block, endedAt: at });
  if (!isClosed) {
    const times = { createdAt: seenAt, settledAt: at, rail: 'chain' } as const;
    writeRecord(money, userId, { direction: 'incoming', identifier, body, ...times });
  }
  return state;
}

const keyOfOpen = ({ address, seenAt, id }: Deposit): string =>
  `${address} ${seenAt.toISOString()} ${id}`;

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** What a deposit spends is all that is kept of its transaction. */
const rawOf = (inputs: readonly Outpoint[]): string =>
  bytesToHex(
    encodeTransaction({
      version: 2,
      inputs: inputs.map(({ txid, index }) => ({
        ...{ txid, index, scriptSig: '', sequence: FINAL_SEQUENCE, witness: [] },
      })),
      outputs: [],
      lockTime: 0,
    }),
  );
