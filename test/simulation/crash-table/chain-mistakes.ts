import type { ChainSpending } from '../../../src/lightning/chain-spending.ts';
import type { ChainWallet } from '../../../src/lightning/chain-wallet.ts';
import { bumpLabelOf, type FeeBumpStore } from '../../../src/onchain/fee-bump.ts';
import { labelOf } from '../../../src/onchain/withdrawal-label.ts';
import type { WithdrawalStore } from '../../../src/onchain/withdrawal-store.ts';

/* Mistakes that a service could make with withdrawals, to prove that they are found. */

/** What of a service can be bent. */
export interface Bendable {
  readonly withdrawals: WithdrawalStore;
  readonly chainSpending: ChainSpending;
  readonly chainWallet: Pick<ChainWallet, 'transactions'>;
  readonly feeBumps: FeeBumpStore;
}

/** The transaction is published before it is stored. */
export const publishesFirst = <Reach extends Bendable>(reach: Reach): Reach => ({
  ...reach,
  withdrawals: {
    ...reach.withdrawals,
    sign: async (signing) => {
      const { id, transaction, isFound } = signing;
      const row = await reach.withdrawals.find(id);
      if (row !== null && !isFound) {
        await reach.chainSpending.publish(transaction.raw, labelOf(row.identifier));
      }
      return await reach.withdrawals.sign(signing);
    },
  } satisfies WithdrawalStore,
});

/** A transaction that the node refuses counts as not sent. */
export const givesBackRefused = <Reach extends Bendable>(reach: Reach): Reach => ({
  ...reach,
  chainSpending: {
    ...reach.chainSpending,
    publish: async (raw, label) => {
      const outcome = await reach.chainSpending.publish(raw, label);
      const open = await reach.withdrawals.listToDrive(Number.MAX_SAFE_INTEGER);
      const refused = outcome.kind === 'refused' ? open : [];
      for (const { id, identifier, createdAt: at } of refused) {
        if (labelOf(identifier) !== label) continue;
        const failure = { reason: 'rejected', message: 'The node refused it.' };
        await reach.withdrawals.fail({ id, failure, from: 'signed', fence: null, at });
      }
      return outcome;
    },
  } satisfies ChainSpending,
});

/** What is reserved is signed, whatever transaction of it the wallet has. */
export const readsNoLabels = <Reach extends Bendable>(reach: Reach): Reach => ({
  ...reach,
  chainWallet: {
    ...reach.chainWallet,
    transactions: async (blocks) => {
      const listed = await reach.chainWallet.transactions(blocks);
      return listed.map((one) => ({ ...one, label: '' }));
    },
  } satisfies Bendable['chainWallet'],
});

/** What raises a fee is published before it is stored. */
export const raisesFirst = <Reach extends Bendable>(reach: Reach): Reach => ({
  ...reach,
  feeBumps: {
    ...reach.feeBumps,
    note: async (bump, at) => {
      const row = await reach.withdrawals.find(bump.withdrawalId);
      await reach.chainSpending.publish(bump.raw, bumpLabelOf(row?.identifier ?? ''));
      return await reach.feeBumps.note(bump, at);
    },
  } satisfies FeeBumpStore,
});

/** What raised a fee before the database went back is not looked for. */
export const forgetsRaised = <Reach extends Bendable>(reach: Reach): Reach => ({
  ...reach,
  feeBumps: { ...reach.feeBumps, listLost: async () => [] } satisfies FeeBumpStore,
});

/** The first block that has what raises a fee is the last word. */
export const booksRaisedAtOnce = <Reach extends Bendable>(reach: Reach): Reach => ({
  ...reach,
  feeBumps: {
    ...reach.feeBumps,
    listOpen: async () => {
      const open = await reach.feeBumps.listOpen();
      const listed = await reach.chainWallet.transactions({ from: 0, to: null });
      const mined = new Set(listed.flatMap(({ txid, block }) => (block === null ? [] : txid)));
      for (const { id, txid } of open) {
        const at = new Date(0);
        if (mined.has(txid)) await reach.feeBumps.end(id, { isPaid: true, fence: ABOVE_ALL, at });
      }
      return open;
    },
  } satisfies FeeBumpStore,
});

/** No leader has a newer fence. */
const ABOVE_ALL = 2n ** 60n;
