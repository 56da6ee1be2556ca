import type { Random } from '../../../src/base/random.ts';
import type { User } from '../../../src/users/user-store.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';
import type { SimulatedChain } from '../chain/simulated-chain.ts';
import type { MemoryStorage } from '../memory-storage.ts';

/** What there is in one run, whichever process runs. */
export interface WithdrawalWorld {
  readonly clock: VirtualClock;
  readonly storage: MemoryStorage;
  readonly chain: SimulatedChain;
  readonly random: Random;
  readonly user: User;
  /** Orders that found no withdrawal in the database. */
  ordersAnew: number;
  /** Whether an older database has ever taken the place of the one before. */
  hasGoneBack: boolean;
  /** What callers were told. */
  readonly heard: string[];
}

export const START_SAT = 100_000n;
export const AMOUNT_SAT = 20_000n;
