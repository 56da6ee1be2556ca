import type { Clock } from '../base/clock.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { NWC_HEIGHT_FRESH_MS, NWC_HEIGHT_KEPT_MS, NWC_HEIGHT_WAIT_MS } from './limits.ts';

/**
 * Returns the height of the chain as the node sees it; null if the node has not answered lately.
 */
export type BlockHeight = () => Promise<number | null>;

export interface BlockHeightDeps {
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly clock: Clock;
}

/**
 * Creates a reader of the chain's height. However often apps ask, the node is asked only once in a
 * while, and no app waits for it, except the first one for a moment.
 */
export function createBlockHeight({ lightning, clock }: BlockHeightDeps): BlockHeight {
  let known: { readonly height: number; readonly atMs: number } | null = null;
  let asked: { readonly answer: Promise<void>; readonly atMs: number } | null = null;

  const ask = async (): Promise<void> => {
    const { blockHeight } = await lightning.info();
    known = { height: blockHeight, atMs: clock.monotonicMs() };
  };
  const refresh = (): Promise<void> => {
    const nowMs = clock.monotonicMs();
    // The node is asked only once in an interval even if it did not answer, so that a node that is
    // away is not asked more often.
    if (asked === null || nowMs - asked.atMs >= NWC_HEIGHT_FRESH_MS) {
      asked = { answer: ask().catch(() => undefined), atMs: nowMs };
    }
    return asked.answer;
  };
  return async () => {
    const refreshed = refresh();
    if (known === null) await waitFor(clock, refreshed);
    return known !== null && clock.monotonicMs() - known.atMs < NWC_HEIGHT_KEPT_MS
      ? known.height
      : null;
  };
}

async function waitFor(clock: Clock, answer: Promise<void>): Promise<void> {
  const over = new AbortController();
  await Promise.race([answer, clock.sleep(NWC_HEIGHT_WAIT_MS, over.signal)]);
  over.abort();
}
