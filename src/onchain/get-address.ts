import type { Clock } from '../base/clock.ts';
import type { ChainWallet } from '../lightning/chain-wallet.ts';
import { NodeFault } from '../lightning/node-port.ts';
import type { DepositStore } from './deposit-store.ts';

export interface GetAddressDeps {
  readonly chainWallet: Pick<ChainWallet, 'newAddress'>;
  readonly deposits: Pick<DepositStore, 'findUnusedAddress' | 'saveAddress'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A wallet that was restored from its words may give addresses again that we know. */
const MAX_TRIES = 300;

/**
 * The bitcoin address at which a user receives: the same until it was paid, so that those who ask
 * often make no more than one. The node gives it before the database knows it; an address that is
 * lost in between was shown to no one.
 */
export async function getAddress(
  deps: GetAddressDeps,
  owner: { readonly userId: string; readonly grantId: string },
): Promise<string> {
  const unused = await deps.deposits.findUnusedAddress(owner.userId);
  if (unused !== null) return unused;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const address = await deps.chainWallet.newAddress();
    const createdAt = deps.clock.now();
    const saved = await deps.deposits.saveAddress({ ...owner, address, createdAt });
    if (saved !== null) return saved;
  }
  throw new NodeFault('the wallet of the node gives addresses that it has given before');
}
