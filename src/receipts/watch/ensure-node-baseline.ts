import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import type { NodeStore } from '../../node/node-store.ts';
import { readNodeBaseline } from './read-node-baseline.ts';

export interface EnsureNodeBaselineDeps {
  readonly lightning: Pick<LightningNode, 'incoming' | 'settledInvoices'>;
  readonly nodes: Pick<NodeStore, 'readCursor' | 'setBaseline'>;
  readonly node: NodeIdentity;
}

/**
 * How far the settled invoices of a node were processed. This exists once the service has stored
 * where the node's earlier invoices end.
 */
export interface EnsuredNode {
  readonly settleIndex: bigint;
  readonly baseline: bigint;
}

/**
 * A leader number (fence) that no leader exceeds. A process uses it that does not lead and has not
 * served any call yet.
 */
export const BEFORE_ALL_LEADERS = 2n ** 63n - 1n;

/**
 * Stores, at the first contact with a node, up to which settle index its invoices had settled:
 * those are not ours. Every process does this before it serves. Once an invoice has been given out
 * it would be too late, as its payment could be mistaken for an old one.
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
