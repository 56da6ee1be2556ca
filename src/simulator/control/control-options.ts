import type { Network } from '../network.ts';
import type { SimulatedNode } from './network-protocol.ts';

export interface ControlOptions {
  readonly network: Network;
  readonly instanceId: string;
  readonly token: string;
  describeNodes(): readonly SimulatedNode[];
  shutdown(): void;
}
