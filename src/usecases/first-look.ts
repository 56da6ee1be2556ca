import type { OutsideGate } from '../wallet/outside-gate.ts';
import { type LookAtNodeDeps, lookAtNode } from './look-at-node.ts';

/** Closed until this process has asked the node once what it has paid. */
export interface FirstLook extends OutsideGate {
  /** Does nothing when the first look is done. */
  take(signal: AbortSignal): Promise<void>;
}

/**
 * A database that was put back while no service ran says nothing of it; the node does. Where the
 * look finds something, the stop that it stores holds for all processes.
 */
export function createFirstLook(deps: LookAtNodeDeps): FirstLook {
  let isDone = false;
  return {
    take: async (signal) => {
      if (!isDone) isDone = (await lookAtNode(deps, signal)) !== 'not_possible';
    },
    stopReason: () =>
      isDone ? null : 'the node was not asked yet for payments that the database lacks',
  };
}
