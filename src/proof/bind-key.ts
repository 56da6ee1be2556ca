import { accept, type Result, refuse } from '../base/result.ts';
import type { SigningKey } from './checkpoint.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import { keyStatement, signerOf } from './node-signature.ts';
import { keyInUse, numbered, type ProofKeys } from './proof-keys.ts';

export interface BindKeyDeps {
  readonly proofs: Pick<CheckpointStore, 'findNode' | 'findNewest' | 'bindKey'>;
  readonly proofKeys: ProofKeys;
}

export interface BindRefusal {
  readonly kind: 'no_node' | 'other_signer';
  readonly message: string;
}

/**
 * Which key is meant: the one that signs checkpoints now, or the one that will sign after a change
 * of keys.
 */
export type KeySelection = 'present' | 'next';

export interface StatementToSign {
  readonly node: string;
  readonly text: string;
}

const NO_NODE: BindRefusal = {
  kind: 'no_node',
  message: 'no node is known yet: start the service first',
};

export async function readStatement(
  deps: BindKeyDeps,
  which: KeySelection = 'present',
): Promise<Result<StatementToSign, BindRefusal>> {
  const node = await deps.proofs.findNode();
  if (node === null) return refuse(NO_NODE);
  const { publicKey } = await findWhich(deps, which);
  return accept({ node, text: keyStatement(publicKey, node) });
}

async function findWhich(
  { proofs, proofKeys }: BindKeyDeps,
  which: KeySelection,
): Promise<SigningKey> {
  const present = keyInUse(proofKeys, (await proofs.findNewest())?.checkpoint ?? null);
  return which === 'present' ? present : numbered(proofKeys, present.number + 1);
}

/**
 * Stores the Lightning node's signature of a key that signs checkpoints, which binds the key to the
 * node. A public key can be recovered from any signature, so only a signature that leads to our own
 * node's key counts. The next key may be bound in advance, so that it is bound from its first
 * checkpoint on.
 */
export async function bindKey(
  deps: BindKeyDeps,
  signature: string,
): Promise<Result<StatementToSign, BindRefusal>> {
  const node = await deps.proofs.findNode();
  if (node === null) return refuse(NO_NODE);
  for (const which of ['present', 'next'] as const) {
    const { publicKey: key } = await findWhich(deps, which);
    const text = keyStatement(key, node);
    if (signerOf(text, signature) !== node) continue;
    await deps.proofs.bindKey({ key, node, signature });
    return accept({ node, text });
  }
  const { publicKey } = await findWhich(deps, 'present');
  const text = keyStatement(publicKey, node);
  const message = `it is not a signature of the node ${node} for the text: ${text}`;
  return refuse({ kind: 'other_signer', message });
}
