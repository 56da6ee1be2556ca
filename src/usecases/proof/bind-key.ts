import { accept, type Result, refuse } from '../../base/result.ts';
import type { SigningKey } from '../../proof/checkpoint.ts';
import type { CheckpointStore } from '../../proof/checkpoint-store.ts';
import { keyStatement, signerOf } from '../../proof/node-signature.ts';

export interface BindKeyDeps {
  readonly proofs: Pick<CheckpointStore, 'findNode' | 'bindKey'>;
  readonly proofKey: Pick<SigningKey, 'publicKey'>;
}

export interface BindRefusal {
  readonly kind: 'no_node' | 'other_signer';
  readonly message: string;
}

export interface StatementToSign {
  readonly node: string;
  readonly text: string;
}

const NO_NODE: BindRefusal = {
  kind: 'no_node',
  message: 'no node is known yet: start the service first',
};

export async function readStatement({
  proofs,
  proofKey,
}: BindKeyDeps): Promise<Result<StatementToSign, BindRefusal>> {
  const node = await proofs.findNode();
  if (node === null) return refuse(NO_NODE);
  return accept({ node, text: keyStatement(proofKey.publicKey, node) });
}

/** Any signature recovers some key: only that of our node counts. */
export async function bindKey(
  deps: BindKeyDeps,
  signature: string,
): Promise<Result<StatementToSign, BindRefusal>> {
  const found = await readStatement(deps);
  if (!found.ok) return found;
  const { node, text } = found.value;
  if (signerOf(text, signature) !== node) {
    const message = `it is not a signature of the node ${node} for the text: ${text}`;
    return refuse({ kind: 'other_signer', message });
  }
  await deps.proofs.bindKey({ key: deps.proofKey.publicKey, node, signature });
  return found;
}
