import type { Sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { WalletStore } from './wallet-store.ts';

/** Reads a user's balance, for forms that show it. */
export async function readBalance(
  { wallets }: { readonly wallets: WalletStore },
  userId: string,
): Promise<Sat> {
  const balances = await wallets.readBalances(userId);
  assert(balances !== null, 'every user has a wallet');
  return balances.balanceSat;
}
