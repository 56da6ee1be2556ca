import type { Payment } from '../../src/ledger/payment.ts';
import type { Model } from './model.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { Storage } from './storage.ts';

interface World {
  readonly node: SimulatedNode;
  readonly storage: Pick<Storage, 'payments'>;
}

/** Payments of ours that the node drives or has paid, and the database has not sent. */
export function findLost({ node, storage }: World): readonly string[] {
  const sent = new Set(
    storage
      .payments()
      .filter(isSent)
      .map(({ paymentHash }) => paymentHash),
  );
  return [...node.ours]
    .filter(([index, hash]) => isLive(node, index, hash) && !sent.has(hash))
    .map(([, hash]) => hash);
}

const isSent = ({ path, state }: Payment): boolean =>
  path === 'node' && state !== 'failed' && state !== 'reserved';

function isLive(node: SimulatedNode, index: bigint, hash: string): boolean {
  const said = node.look(hash);
  if (said.kind !== 'in_flight' && said.kind !== 'succeeded') return false;
  return said.paymentIndex === index;
}

/** Nothing leaves while the database lacks what the node has, unless a person has seen it. */
export function judgeBegin(world: World & { readonly model: Model }): void {
  const { model } = world;
  const { goneBack } = model;
  if (goneBack === null || goneBack.isReleased) return;
  const lost = findLost(world).filter((hash) => goneBack.lost.includes(hash));
  if (lost.length === 0) return;
  model.violations.push(`a payment left a database that had lost ${lost[0]}`);
}
