import { assert } from '../../base/assert.ts';
import type { WalletBalances } from '../../ledger/wallet-store.ts';
import type { LeavingPageDeps } from './leaving-page-deps.ts';

export async function readWallet(
  { wallets }: Pick<LeavingPageDeps, 'wallets'>,
  userId: string,
): Promise<WalletBalances> {
  const balances = await wallets.readBalances(userId);
  assert(balances !== null, 'every user has a wallet');
  return balances;
}
