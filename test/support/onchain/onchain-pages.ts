import assert from 'node:assert/strict';
import { sat } from '../../../src/base/amount.ts';
import { getAddress } from '../../../src/onchain/get-address.ts';
import {
  type LookAtChainDeps,
  lookAtChain,
  newLookMemory,
} from '../../../src/onchain/look-at-chain.ts';
import { createFakeChain } from './fake-chain.ts';
import { WITHOUT_WITHDRAWALS } from './without-withdrawals.ts';

/** Rules for deposits: three confirmations, six from 1,000,000 sat on, and at least 10,000 sat. */
const RULES = {
  confirmations: [
    { fromSat: sat(0n), confirmations: 3 },
    { fromSat: sat(1_000_000n), confirmations: 6 },
  ],
  minReceiveSat: sat(10_000n),
  minSendSat: sat(5000n),
  maxFeeRate: 200n,
};

type WorldDeps = Pick<LookAtChainDeps, 'clock' | 'deposits' | 'log' | 'node' | 'random'>;

/** Creates a chain in memory for a world of pages, which takes `onchain` among its changes. */
export function createChainOfWorld() {
  const chain = createFakeChain();
  const onchain = { chainWallet: chain.wallet, chainSpending: null, rules: RULES };
  const look = async ({ deps }: { readonly deps: WorldDeps }): Promise<void> => {
    const looked = await lookAtChain(
      { ...deps, ...WITHOUT_WITHDRAWALS, ...onchain },
      { fence: 1n, isWhole: false, memory: newLookMemory() },
    );
    assert.equal(looked, 'looked');
  };
  return {
    chain,
    onchain,
    look,
    addressOf: ({ deps }: { readonly deps: WorldDeps }, userId: string) =>
      getAddress({ ...deps, ...onchain }, { userId, grantId: 'web' }),
  };
}
