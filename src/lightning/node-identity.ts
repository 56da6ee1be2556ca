import type { Network } from './bolt11.ts';

/** Who our own node is, as this service has known it since its first start. */
export interface NodeIdentity {
  readonly pubkey: string;
  readonly alias: string;
  readonly network: Network;
}
