import type { ChainWorld } from '../chain/chain-world.ts';
import type { Model } from '../model.ts';
import type { SimulatedNode } from '../simulated-node.ts';
import type { Snapshot } from '../storage.ts';

/** What a checker looks at: the books of this moment, and the world that they tell of. */
export interface Scene {
  readonly books: Snapshot;
  readonly model: Model;
  readonly node: SimulatedNode;
  /** Null where users have no bitcoin addresses. */
  readonly chain: ChainWorld | null;
  readonly now: Date;
}

/** Answers what is wrong; nothing when its one rule holds. */
export type Checker = (scene: Scene) => readonly string[];
