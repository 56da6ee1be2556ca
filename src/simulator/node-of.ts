/** Finds a node of the simulated network that must exist. */

import { assert } from '../base/assert.ts';
import type { NetworkState, SimNode } from './network-state.ts';

export function nodeOf(state: NetworkState, name: string): SimNode {
  const node = state.nodes.get(name);
  assert(node !== undefined, `node ${name} exists`);
  return node;
}
