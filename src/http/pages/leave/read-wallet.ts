import { assert } from '../../../base/assert.ts';
import type { WalletFigures } from '../../../wallet/wallet-store.ts';
import type { PageDeps } from '../page-deps.ts';

export async function readWallet(
  { wallets }: Pick<PageDeps, 'wallets'>,
  userId: string,
): Promise<WalletFigures> {
  const figures = await wallets.readFigures(userId);
  assert(figures !== null, 'every user has a wallet');
  return figures;
}
