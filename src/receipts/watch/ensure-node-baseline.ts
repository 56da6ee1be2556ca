import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { NodeStore } from '../../node/node-store.ts';
import { type ReadNodeBaselineDeps, readNodeBaseline } from './read-node-baseline.ts';

export interface EnsureNodeBaselineDeps extends ReadNodeBaselineDeps {
  readonly nodes: Pick<NodeStore, 'readCursor' | 'setBaseline' | 'setPassedInvoice'>;
  readonly node: NodeIdentity;
}

/**
 * Two positions in a node's list of settled invoices: up to `settleIndex` they were processed here,
 * and those up to `baseline` were settled before this service used the node.
 */
export interface EnsuredNode {
  readonly settleIndex: bigint;
  readonly baseline: bigint;
}

/**
 * A leader number (fence) that no leader exceeds. With it, a process that does not lead and has not
 * served any call yet may store where the earlier invoices of a node end.
 */
export const BEFORE_ALL_LEADERS = 2n ** 63n - 1n;

/**
 * Stores, at the first contact with a node, the settle index up to which its invoices had settled
 * before: they are not ours. All its invoices are listed for that, and the place from which a later
 * list can begin is stored too. Every process does this before it serves calls. After an invoice of
 * ours has been given out it would be too late, because its payment could be taken for an earlier
 * one.
 */
export async function ensureNodeBaseline(
  deps: EnsureNodeBaselineDeps,
  fence: bigint,
  signal: AbortSignal,
): Promise<EnsuredNode> {
  const met = await readMeeting(deps);
  if (met !== null) return met;
  const { pubkey } = deps.node;
  const { settleIndex, passed } = await readNodeBaseline(deps, signal);
  await deps.nodes.setBaseline(pubkey, settleIndex, fence);
  if (passed !== null) await deps.nodes.setPassedInvoice(pubkey, passed, fence);
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
