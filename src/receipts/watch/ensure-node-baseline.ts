import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import type { NodeStore } from '../../node/node-store.ts';
import { readNodeBaseline } from './read-node-baseline.ts';

export interface EnsureNodeBaselineDeps {
  readonly lightning: Pick<LightningNode, 'incoming' | 'settledInvoices'>;
  readonly nodes: Pick<NodeStore, 'readCursor' | 'setBaseline'>;
  readonly node: NodeIdentity;
}

/** How far the receipts of a node were read, for a node that this service has met. */
export interface EnsuredNode {
  readonly settleIndex: bigint;
  readonly baseline: bigint;
}

/**
 * A fence that no leader's exceeds, for a process that does not lead and has not served any call
 * yet.
 */
export const BEFORE_ALL_LEADERS = 2n ** 63n - 1n;

/**
 * Stores, for a new node, how far its invoices had settled: those are not ours. Every process does
 * this before it serves: once an invoice has been given out it would be too late, as its payment
 * could be mistaken for an old one.
 */
export async function ensureNodeBaseline(
  deps: EnsureNodeBaselineDeps,
  fence: bigint,
  signal: AbortSignal,
): Promise<EnsuredNode> {
  const met = await readMeeting(deps);
  if (met !== null) return met;
  await deps.nodes.setBaseline(
    deps.node.pubkey,
    await readNodeBaseline(deps.lightning, signal),
    fence,
  );
  // Another process may have stored its baseline first. That one counts, as neither process has
  // served anyone yet.
  const now = await readMeeting(deps);
  if (now === null) throw new Error('another process leads and has not met the node yet');
  return now;
}

async function readMeeting({ nodes, node }: EnsureNodeBaselineDeps): Promise<EnsuredNode | null> {
  const { settleIndex, baseline } = await nodes.readCursor(node.pubkey);
  return baseline === null ? null : { settleIndex, baseline };
}
