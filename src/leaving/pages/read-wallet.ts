import { assert } from '../../base/assert.ts';
import type { WalletFigures } from '../../ledger/wallet-store.ts';
import type { LeavingPageDeps } from './leaving-page-deps.ts';

export async function readWallet(
  { wallets }: Pick<LeavingPageDeps, 'wallets'>,
  userId: string,
): Promise<WalletFigures> {
  const figures = await wallets.readFigures(userId);
  assert(figures !== null, 'every user has a wallet');
  return figures;
}
