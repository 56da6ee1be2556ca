import type { Payment } from '../../src/ledger/payment.ts';
import { identifierOfLabel } from '../../src/onchain/withdrawal-label.ts';
import type { ChainWorld } from './chain/chain-world.ts';
import type { Model } from './model.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { PlainStores, Storage } from './storage.ts';

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

interface ChainedWorld {
  readonly chain: ChainWorld | null;
  readonly storage: Pick<Storage, 'stores'>;
}

/** Withdrawals that the network has got, and that the database does not know as signed. */
export async function noteLostWithdrawals({ chain, storage }: ChainedWorld): Promise<void> {
  if (chain === null) return;
  const identifiers = chain.chain.published.flatMap(({ label }) => identifierOfLabel(label) ?? []);
  const known = await storage.stores.withdrawals.listSigned(identifiers);
  for (const identifier of identifiers) if (!known.has(identifier)) chain.lost.add(identifier);
}

/** No withdrawal is signed while the database lacks one, unless a person has seen it. */
export async function judgeSigned(
  { model, chain }: { readonly model: Model; readonly chain: ChainWorld },
  { withdrawals }: PlainStores,
): Promise<void> {
  const { goneBack } = model;
  if (goneBack === null || goneBack.isReleased || chain.lost.size === 0) return;
  const known = await withdrawals.listSigned([...chain.lost]);
  // One whose coin was spent otherwise has no row in the wallet any more, and comes to nothing.
  const lost = chain.attempts
    .filter(({ identifier }) => chain.lost.has(identifier) && !known.has(identifier))
    .filter(({ txid }) => chain.chain.blocks.isPossible(txid))
    .map(({ identifier }) => identifier);
  if (lost.length === 0) return;
  model.violations.push(`a withdrawal left a database that had lost ${lost[0]}`);
}
