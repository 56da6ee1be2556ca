import type { Network } from './bolt11.ts';

/** Who our own node is, as the database has stored it since the first start. */
export interface NodeIdentity {
  readonly pubkey: string;
  readonly alias: string;
  readonly network: Network;
}
