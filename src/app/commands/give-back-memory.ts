import type { Clock } from '../../base/clock.ts';

/** The CPU time of this process and its garbage collector, which tests replace. */
export interface Heap {
  /** The CPU time that the process has used since it began. */
  usedMs(): number;
  collect(): Promise<void>;
}

const LOOK_EVERY_MS = 2000;
const QUIET_BELOW_MS = 200;

/**
 * Collects garbage once, as soon as the process is quiet after its start. In a quiet process V8
 * might never do it, so that memory which only the start needed would stay in use. Repeating it
 * later would cost more than it gives: docs/decisions/0009-speed.md.
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

/** The garbage collector; null if V8 was started without `--expose-gc`, which makes it callable. */
function ownHeap(): Heap | null {
  const { gc } = globalThis;
  if (gc === undefined) return null;
  return {
    usedMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    // The flavor `last-resort` asks for a complete collection. The usual kind keeps freed pages for
    // later use.
    collect: () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' }),
  };
}
