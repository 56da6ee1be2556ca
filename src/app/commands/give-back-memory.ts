import type { Clock } from '../../base/clock.ts';

/** The CPU time of this process, and its garbage collector. */
export interface Heap {
  /** CPU time that the process has used. */
  usedMs(): number;
  collect(): Promise<void>;
}

const LOOK_EVERY_MS = 2000;
const QUIET_BELOW_MS = 200;

/**
 * Collects garbage once, as soon as the process is quiet after its start. V8 by itself may never do
 * so in a quiet process, which then keeps memory that only its start needed. Later collections
 * would cost more than they give: docs/decisions/0009-speed.md.
 */
export async function giveBackMemory(
  clock: Pick<Clock, 'sleep'>,
  stop: AbortSignal,
  heap: Heap | null = ownHeap(),
): Promise<void> {
  if (heap === null) return;
  for (;;) {
    const beforeMs = heap.usedMs();
    await clock.sleep(LOOK_EVERY_MS, stop);
    if (stop.aborted) return;
    if (heap.usedMs() - beforeMs < QUIET_BELOW_MS) break;
  }
  await heap.collect();
}

/** The garbage collector; null where V8 was started without `--expose-gc`. */
function ownHeap(): Heap | null {
  const { gc } = globalThis;
  if (gc === undefined) return null;
  return {
    usedMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    // Asks for a complete collection, as the usual kind keeps the freed pages for later.
    collect: () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' }),
  };
}
