import { formatChannelPoint } from '../lightning/channel-point.ts';
import type { NodeLedger, OwnClose } from '../lightning/node-ledger.ts';
import type { LedgerFinding, LedgerMemory } from './ledger-finding.ts';
import type { LedgerEntry, NodeLedgerStore } from './node-ledger-store.ts';

export interface FindStrangeClosesDeps {
  readonly nodeLedger: Pick<NodeLedger, 'ownCloses'>;
  readonly ledgerEntries: Pick<NodeLedgerStore, 'findKnown'>;
}

export const closeEntry = ({ channelPoint }: OwnClose): LedgerEntry => ({
  kind: 'close',
  subject: formatChannelPoint(channelPoint),
});

/**
 * Finds channels whose closing our node began without an order of an operator. What a peer closes
 * is not among them.
 *
 * When peers close a channel together, the one who begins chooses the address that gets our money.
 * A forced close pays the node's own wallet, and LND begins one by itself when a peer breaks the
 * protocol or a payment is about to time out. So only the first kind must be the work of a person.
 */
export async function findStrangeCloses(
  { nodeLedger, ledgerEntries }: FindStrangeClosesDeps,
  memory: Pick<LedgerMemory, 'takesClosed'>,
): Promise<readonly LedgerFinding[]> {
  const closes = await nodeLedger.ownCloses(memory.takesClosed());
  if (closes.length === 0) return [];
  const known = await ledgerEntries.findKnown(closes.map(closeEntry));
  const strange = closes.filter((one) => !known.has(closeEntry(one).subject));
  // A channel may be in both lists while it moves from one to the other.
  return [...new Map(strange.map((one) => [closeEntry(one).subject, one])).values()].map((one) => ({
    entry: closeEntry(one),
    detail: one.isForced
      ? `the node closes the channel ${closeEntry(one).subject} by force, which no operator has ` +
        'ordered here: LND does so if a peer breaks the protocol or a payment is to time out'
      : `the node closes the channel ${closeEntry(one).subject}, which no operator ordered here`,
    isTheft: !one.isForced,
  }));
}
