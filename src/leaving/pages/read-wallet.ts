import type { PageDeps } from '../../app/pages/page-deps.ts';
import { assert } from '../../base/assert.ts';
import type { WalletFigures } from '../../ledger/wallet-store.ts';

export async function readWallet(
  { wallets }: Pick<PageDeps, 'wallets'>,
  userId: string,
): Promise<WalletFigures> {
  const figures = await wallets.readFigures(userId);
  assert(figures !== null, 'every user has a wallet');
  return figures;
}
