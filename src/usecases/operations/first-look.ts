import type { OutsideGate } from '../../operations/outside-gate.ts';
import { type LookAtNodeDeps, lookAtNode } from './look-at-node.ts';

/** Closed until this process has asked the node once what it has paid. */
export interface FirstLook extends OutsideGate {
  /** Looks when this process has not, or when the database server was started since anyone did. */
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
      if (isDone) isDone = (await deps.comparisons.readLook())?.isCurrent !== false;
      if (!isDone) isDone = (await lookAtNode(deps, signal)) !== 'not_possible';
    },
    stopReason: () =>
      isDone ? null : 'the node was not asked yet for payments that the database lacks',
  };
}
