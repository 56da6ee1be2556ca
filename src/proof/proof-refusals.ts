/** Reasons why a proof does not hold. */
export type ProofRefusal =
  /** The file does not have the form that docs/proof.md defines; `what` names the field. */
  | { readonly kind: 'unreadable'; readonly what: string }
  /** An amount is negative, or more than all bitcoin that there will be. */
  | { readonly kind: 'sum_out_of_bounds'; readonly what: string }
  | { readonly kind: 'wrong_key' }
  | { readonly kind: 'wrong_signature' }
  | { readonly kind: 'wrong_root' }
  | { readonly kind: 'wrong_node_signature' }
  | { readonly kind: 'other_epoch' }
  | { readonly kind: 'other_identifier' }
  | { readonly kind: 'part_missing' }
  | { readonly kind: 'part_twice' }
  | { readonly kind: 'wrong_depth' }
  | { readonly kind: 'not_in_tree' }
  | { readonly kind: 'wrong_total' }
  | { readonly kind: 'broken_chain' }
  /** The key has changed, and the previous key did not sign the new one. */
  | { readonly kind: 'unsigned_key' };

/** Sentences for operators and programs; the pages say the same in every language. */
const SENTENCES: Readonly<Record<ProofRefusal['kind'], string>> = {
  unreadable: 'the file has not the form of docs/proof.md',
  sum_out_of_bounds: 'an amount is negative, or more than all bitcoin',
  wrong_key: 'it is signed with another key',
  wrong_signature: 'the signature is not that of its key',
  wrong_root: 'the root does not follow from what the checkpoint says',
  wrong_node_signature: 'the node has not signed this key',
  other_epoch: 'the file belongs to another checkpoint',
  other_identifier: 'the file is about somebody else',
  part_missing: 'a part is missing',
  part_twice: 'a part or a leaf stands there twice',
  wrong_depth: 'a path is not as long as the tree is high',
  not_in_tree: 'a part does not lead to the root of the checkpoint',
  wrong_total: 'the parts do not add up to the total',
  broken_chain: 'a checkpoint does not follow the one before it',
  unsigned_key: 'the key changed, and the key before did not sign the new one',
};

export const describeProofRefusal = (refusal: ProofRefusal): string =>
  'what' in refusal ? `${SENTENCES[refusal.kind]}: ${refusal.what}` : SENTENCES[refusal.kind];
