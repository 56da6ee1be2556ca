import { sat } from '../../../src/base/amount.ts';
import { lookAtChain, newLookMemory } from '../../../src/onchain/look-at-chain.ts';
import type { Cleanup } from '../database.ts';
import { startWalletApi } from '../wallet-api.ts';
import { createFakeChain } from './fake-chain.ts';
import { WITHOUT_WITHDRAWALS } from './without-withdrawals.ts';

/**
 * Opens the Wallet API with bitcoin addresses on a chain in memory. Deposits need three
 * confirmations and at least 10,000 sat.
 */
export async function startOnchainApi(cleanup: Cleanup) {
  const chain = createFakeChain();
  const rules = {
    confirmations: [{ fromSat: 0n, confirmations: 3 }],
    minReceiveSat: sat(10_000n),
    minSendSat: sat(5000n),
    maxFeeRate: 200n,
  };
  const onchain = { chainWallet: chain.wallet, chainSpending: null, rules };
  const api = await startWalletApi(cleanup, {}, { onchain });
  const look = () =>
    lookAtChain(
      { ...api.deps, ...WITHOUT_WITHDRAWALS, ...onchain },
      { fence: 1n, isWhole: false, memory: newLookMemory() },
    );
  return { api, chain, look };
}
