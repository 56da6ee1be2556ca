import type { ProofRefusal } from '../../../src/proof/proof-refusals.ts';

export interface ProofCase {
  readonly name: string;
  /** The expected result: `ok`, or the kind of the refusal. */
  readonly expected: 'ok' | ProofRefusal['kind'];
  readonly checkpoint: object;
  readonly mine?: object;
  readonly key?: string;
  readonly identifier?: string;
}
