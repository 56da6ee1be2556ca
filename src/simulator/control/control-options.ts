import type { SimulatedNode } from '../../lightning/simulator-protocol/network-protocol.ts';
import type { Network } from '../network.ts';

export interface ControlOptions {
  readonly network: Network;
  readonly instanceId: string;
  readonly token: string;
  describeNodes(): readonly SimulatedNode[];
  shutdown(): void;
}
