import type { Sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { WalletStore } from './wallet-store.ts';

/** For forms that mention the user's balance. */
export async function readBalance(
  { wallets }: { readonly wallets: WalletStore },
  userId: string,
): Promise<Sat> {
  const balances = await wallets.readBalances(userId);
  assert(balances !== null, 'every user has a wallet');
  return balances.balanceSat;
}
