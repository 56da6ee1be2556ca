import type { AttackRequest } from './attack-plan.ts';
import type { Probe } from './probes.ts';

/** What was found to take far more from others than it costs its sender. */
export interface HostileAttack {
  readonly name: string;
  readonly requests: readonly AttackRequest[];
  /** As few as were enough. */
  readonly perSec: number;
  readonly count: number | null;
  /** Then it is looked at what others notice. */
  readonly beginMs: number;
  readonly readsAnswers: boolean;
  /** Through the proxy, which tells the network of each request. */
  readonly isProxied: boolean;
  /** Whether others are still served what the attacker uses up. */
  readonly probe: Probe | null;
}
