import { setTimeout as wait } from 'node:timers/promises';
import { readEnd, repeatChainOrders } from './chain-answers.ts';
import type { ChainOrder } from './chain-book.ts';
import { receiveOnChain } from './chain-steps.ts';
import type { Load } from './load.ts';

const LOOK_EVERY_MS = 400;
const LOOKS_PER_BLOCK = 4;
const LOOKS_MAX = 150;

/**
 * Callers ask about all orders of which they heard nothing, and blocks come until each has an end.
 * With each block someone pays an address, as the node tells of a block only where it has something
 * of ours, and the service looks at the chain when it is told. What has no end then, the check
 * finds.
 */
export async function endChain(load: Load): Promise<void> {
  const { book, simulator } = load;
  await repeatChainOrders(load, () => wait(LOOK_EVERY_MS));
  const open = (): readonly ChainOrder[] =>
    book.chain.orders.filter(({ end, isRefused }) => end === null && !isRefused);
  await simulator.mine(1);
  for (let looks = 1; open().length > 0 && looks < LOOKS_MAX; looks += 1) {
    await wait(LOOK_EVERY_MS);
    for (const order of open()) order.end = await readEnd(load, order);
    if (open().length === 0 || looks % LOOKS_PER_BLOCK !== 0) continue;
    await receiveOnChain(load);
    await simulator.mine(1);
  }
}
