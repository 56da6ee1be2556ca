import type { AttackRequest } from './attack-plan.ts';
import type { Probe } from './probes.ts';

/** An attack that was found to cost others far more than its sender. */
export interface HostileAttack {
  readonly name: string;
  readonly requests: readonly AttackRequest[];
  /** The rate of requests, as low as was enough to harm others. */
  readonly perSec: number;
  readonly count: number | null;
  /** The time after which the effect on others is measured. */
  readonly beginMs: number;
  readonly readsAnswers: boolean;
  /** Whether requests come through the proxy, which tells the network of each. */
  readonly isProxied: boolean;
  /** Asks whether others still get the resource that the attacker uses up. */
  readonly probe: Probe | null;
}
