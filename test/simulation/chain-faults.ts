import { GONE } from '../../src/background/process-store.ts';
import { sat } from '../../src/base/amount.ts';
import type { Onchain } from '../../src/onchain/look-at-chain.ts';
import type { Withdrawal, WithdrawalFailure } from '../../src/onchain/withdrawal.ts';
import type { WithdrawalStore } from '../../src/onchain/withdrawal-store.ts';
import {
  type Bendable,
  booksRaisedAtOnce,
  givesBackRefused,
  publishesFirst,
  raisesFirst,
  readsNoLabels,
} from './crash-table/chain-mistakes.ts';
import type { BentChain, SimulatedFault } from './fault.ts';

/** Mistakes with bitcoin addresses, to prove that the simulation finds them. */

/** What has one block is credited. */
const creditedAtOnce: SimulatedFault = {
  bendChain: ({ stores, onchain }) => ({
    stores,
    onchain: {
      ...onchain,
      rules: { ...onchain.rules, confirmations: [{ fromSat: 0n, confirmations: 1 }] },
    },
  }),
};

/** What the wallet says of blocks is taken for the chain. */
const walletBelieved: SimulatedFault = {
  bendChain: ({ stores, onchain }) => {
    const said = new Map<number, string>();
    const { chainWallet } = onchain;
    return {
      stores,
      onchain: {
        ...onchain,
        chainWallet: {
          ...chainWallet,
          transactions: async (range) => {
            const listed = await chainWallet.transactions(range);
            for (const { block } of listed) if (block !== null) said.set(block.height, block.hash);
            return listed;
          },
          blockHash: async (height) => said.get(height) ?? (await chainWallet.blockHash(height)),
        },
      },
    };
  },
};

type Mistake = (
  reach: Bendable & Pick<Onchain, 'chainWallet'>,
) => Bendable & Pick<Onchain, 'chainWallet'>;

/** Mistakes of the crash table. */
const ofTable = (mistake: Mistake): SimulatedFault => ({
  bendChain: ({ stores, onchain }) => {
    const { chainWallet, chainSpending } = onchain;
    if (chainSpending === null) return { stores, onchain };
    const { withdrawals, feeBumps } = stores;
    const bent = mistake({ withdrawals, feeBumps, chainSpending, chainWallet });
    return {
      stores: { ...stores, withdrawals: bent.withdrawals, feeBumps: bent.feeBumps },
      onchain: { ...onchain, chainSpending: bent.chainSpending, chainWallet: bent.chainWallet },
    };
  },
});

type BendStore = (withdrawals: WithdrawalStore, chain: BentChain) => Partial<WithdrawalStore>;

const bendWithdrawals = (bend: BendStore): SimulatedFault => ({
  bendChain: (chain) => {
    const { stores, onchain } = chain;
    const withdrawals = { ...stores.withdrawals, ...bend(stores.withdrawals, chain) };
    return { stores: { ...stores, withdrawals }, onchain };
  },
});

/** The highest fee is charged, not that of the transaction. */
const feeGuessed = bendWithdrawals((withdrawals) => ({
  sign: async (signing) => {
    const row = await withdrawals.find(signing.id);
    const { transaction } = signing;
    const feeSat = row === null ? transaction.feeSat : sat(row.heldSat - row.amountSat);
    return await withdrawals.sign({ ...signing, transaction: { ...transaction, feeSat } });
  },
}));

const GIVEN_BACK: WithdrawalFailure = { reason: 'never_sent', message: 'Nothing was sent.' };

const giveBack = async (
  withdrawals: WithdrawalStore,
  { id, state, createdAt: at }: Withdrawal,
): Promise<void> => {
  const from = state === 'unknown' ? 'unknown' : 'signed';
  await withdrawals.fail({ id, failure: GIVEN_BACK, from, fence: null, at });
};

/** What may have been sent before the database went back counts as not sent. */
const unknownGivenBack = bendWithdrawals((withdrawals) => ({
  listToDrive: async (sinceHeight) => {
    const listed = await withdrawals.listToDrive(sinceHeight);
    for (const one of listed) if (one.state === 'unknown') await giveBack(withdrawals, one);
    return listed;
  },
}));

/** Any block with another spending ends a withdrawal, however few stand on it. */
const replacedAtOnce = bendWithdrawals((withdrawals, { onchain }) => ({
  listToDrive: async (sinceHeight) => {
    const listed = await withdrawals.listToDrive(sinceHeight);
    for (const one of listed) {
      const [coin] = one.endedAt === null ? (one.transaction?.inputs ?? []) : [];
      const spender = coin === undefined ? null : await onchain.chainWallet.spender(coin, 0);
      if (spender !== null && spender.txid !== one.transaction?.txid) {
        await giveBack(withdrawals, one);
      }
    }
    return listed;
  },
}));

/** No lease is ever ended. */
const leasesLeft: SimulatedFault = {
  bendChain: ({ stores, onchain }) => {
    const { chainSpending } = onchain;
    if (chainSpending === null) return { stores, onchain };
    const release = async (): Promise<void> => undefined;
    return { stores, onchain: { ...onchain, chainSpending: { ...chainSpending, release } } };
  },
};

/** What is about to be signed when an operator stops leaves all the same. */
const signedThoughStopped: SimulatedFault = {
  bendStores: (stores, { storage }) => {
    const sign: WithdrawalStore['sign'] = async (signing) => {
      const wasStopped = await storage.liftPaymentStop();
      const outcome = await stores.withdrawals.sign(signing);
      if (wasStopped) await storage.stopPayments();
      return outcome;
    };
    return { ...stores, withdrawals: { ...stores.withdrawals, sign } };
  },
};

/**
 * An operator gives back what is unknown, whatever the wallet has, as if others owned that, and
 * waits for no process that may still send it.
 */
const unknownUnasked: SimulatedFault = {
  bendStores: ({ withdrawals, processes, ...stores }) => ({
    ...stores,
    withdrawals: {
      ...withdrawals,
      listTransactions: async (txids) => {
        const listed = await withdrawals.listToDrive(0);
        const unknown = listed.find(({ state }) => state === 'unknown');
        return new Map(unknown === undefined ? [] : txids.map((txid) => [txid, unknown]));
      },
    },
    processes: {
      ...processes,
      lastHeartbeat: async (id) => (id === GONE ? null : await processes.lastHeartbeat(id)),
    },
  }),
};

export const CHAIN_FAULTS: Readonly<Record<string, SimulatedFault>> = {
  'credited-at-once': creditedAtOnce,
  'wallet-believed': walletBelieved,
  'published-first': ofTable(publishesFirst),
  'refused-given-back': ofTable(givesBackRefused),
  'labels-unread': ofTable(readsNoLabels),
  'fee-guessed': feeGuessed,
  'unknown-given-back': unknownGivenBack,
  'replaced-at-once': replacedAtOnce,
  'leases-left': leasesLeft,
  'signed-though-stopped': signedThoughStopped,
  'raised-first': ofTable(raisesFirst),
  'raised-booked-at-once': ofTable(booksRaisedAtOnce),
  'unknown-unasked': unknownUnasked,
};
