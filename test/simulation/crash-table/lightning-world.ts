import type { User } from '../../../src/users/user-store.ts';
import { type Bill, EXTERNAL_KEY, writeBill } from '../../support/scripted-node/bills.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { START } from '../bill-pool.ts';
import type { MemoryStorage } from '../memory-storage.ts';
import type { SimulatedNode } from '../simulated-node.ts';
import { AMOUNT_MSAT, type NodeAnswer } from './node-answers.ts';

/** What there is in one run, whichever process runs. */
export interface LightningWorld {
  readonly clock: VirtualClock;
  readonly storage: MemoryStorage;
  readonly node: SimulatedNode;
  readonly answer: NodeAnswer;
  readonly user: User;
  /** Orders that found no payment in the database. */
  ordersAnew: number;
  /** How often a process has handed the payment to the node. */
  handedOver: number;
  /** What callers were told. */
  readonly heard: string[];
}

/** What the payer has before. */
export const START_MSAT = 100_000_000n;

/** What they pay: signing it takes longer than many runs. */
export const BILL: Bill = writeBill(
  { clock: createVirtualClock(START), random: createSeededRandom(2) },
  EXTERNAL_KEY,
  { amountMsat: AMOUNT_MSAT, expirySec: 86_400 },
);
