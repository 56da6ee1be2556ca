import type { Clock } from '../../src/base/clock.ts';
import type { Random } from '../../src/base/random.ts';
import type { NodeConnection } from '../../src/lightning/node-wallet.ts';
import type { Onchain } from '../../src/onchain/look-at-chain.ts';
import type { PlainStores, Storage } from './storage.ts';

/**
 * Mistakes that a wallet service could make, to prove that the simulation finds them. They bend
 * what a process says and hears; the service itself knows nothing of them.
 */
export interface SimulatedFault {
  readonly bendNode?: (node: NodeConnection) => NodeConnection;
  /** Where users have bitcoin addresses. */
  readonly bendChain?: (chain: BentChain) => BentChain;
  readonly bendStores?: (stores: PlainStores, deps: IdDeps) => PlainStores;
}

export interface BentChain {
  readonly stores: PlainStores;
  readonly onchain: Onchain;
}

/** What new ids are made of, and the database itself. */
export interface IdDeps {
  readonly storage: Pick<Storage, 'stopPayments' | 'liftPaymentStop' | 'outflow'>;
  readonly clock: Clock;
  readonly random: Random;
}
