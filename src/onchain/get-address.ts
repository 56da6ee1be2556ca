import type { Clock } from '../base/clock.ts';
import type { ChainWallet } from '../lightning/chain-wallet.ts';
import { NodeFault } from '../lightning/node-port.ts';
import type { DepositStore } from './deposit-store.ts';

export interface GetAddressDeps {
  readonly chainWallet: Pick<ChainWallet, 'newAddress'>;
  readonly deposits: Pick<DepositStore, 'findUnusedAddress' | 'saveAddress'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The most new addresses that are tried. A wallet that was restored from its seed may give out
 * addresses again that the database knows.
 */
const MAX_TRIES = 300;

/**
 * Gets the bitcoin address at which a user receives. The address stays the same until it is paid,
 * so that asking often does not make more addresses. If the process dies after the node has made an
 * address, the address is lost, but no one has seen it.
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
