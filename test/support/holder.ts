import assert from 'node:assert/strict';
import type { ExternalPeer, HeldInvoice } from './lightning-node/external-peer.ts';
import { openLndPeer } from './lnd-peer.ts';
import type { RunningService } from './running-service.ts';
import { untilPasses } from './wallet-user.ts';

/** A node of the network whose invoices can hold a payment for as long as a test wants. */
export async function openHolder(service: RunningService): Promise<ExternalPeer> {
  const nodes = await (await service.simulator()).nodes();
  assert(nodes.ok);
  const node = nodes.value.find(({ name }) => name === 'alice');
  assert(node !== undefined, 'the simulated network has a node named alice');
  return await openLndPeer({ ...node, tlsCaPem: null });
}

export const untilHeld = (invoice: HeldInvoice): Promise<void> =>
  untilPasses(async () => assert.ok(await invoice.isHeld()));
