import type { ChainSpending } from '../../../src/lightning/chain-spending.ts';
import type { ChainWallet } from '../../../src/lightning/chain-wallet.ts';
import { labelOf } from '../../../src/onchain/withdrawal-label.ts';
import type { WithdrawalStore } from '../../../src/onchain/withdrawal-store.ts';

/* Mistakes that a service could make with withdrawals, to prove that they are found. */

/** What of a service can be bent. */
export interface Bendable {
  readonly withdrawals: WithdrawalStore;
  readonly chainSpending: ChainSpending;
  readonly chainWallet: Pick<ChainWallet, 'transactions'>;
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
