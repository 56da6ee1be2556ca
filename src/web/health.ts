import type { Clock } from '../base/clock.ts';
import { HEALTH_TIMEOUT_MS, PAGE_NODE_TIMEOUT_MS } from './limits.ts';

/**
 * Asks the database and the node whether they answer. Each check throws or hangs if they do not.
 */
export interface HealthCheck {
  askDatabase(): Promise<void>;
  askNode(): Promise<void>;
  /** Whether the database cannot confirm writes, because its standbys do not answer. */
  isStandbyAway(): Promise<boolean>;
  /** Why the database refuses writes; null if it does not, as far as this process knows. */
  whyWritesFail(): string | null;
}

export interface HealthDeps {
  readonly health: HealthCheck;
  readonly clock: Clock;
}

/** A sentence about the part that does not answer; null if all is well. */
export async function findHealthProblem({ health, clock }: HealthDeps): Promise<string | null> {
  const [database, node] = await Promise.all([
    answers(clock, () => health.askDatabase()),
    answers(clock, () => health.askNode()),
  ]);
  if (!database) return 'the database does not answer';
  const why = health.whyWritesFail();
  if (why !== null) return `the database refuses writes: ${why}`;
  return node ? null : 'the Lightning node does not answer';
}

/** Whether the node answers, for pages that only show this and should not wait long for it. */
export const isNodeReachable = ({ health, clock }: HealthDeps): Promise<boolean> =>
  answers(clock, () => health.askNode(), PAGE_NODE_TIMEOUT_MS);

/**
 * Whether writes wait because the standbys of the database do not answer. Reads are still served,
 * so a load balancer need not send callers elsewhere.
 */
export async function areWritesStalled({ health, clock }: HealthDeps): Promise<boolean> {
  let isAway = false;
  await answers(clock, async () => {
    isAway = await health.isStandbyAway();
  });
  return isAway;
}

async function answers(
  clock: Clock,
  ask: () => Promise<void>,
  timeoutMs = HEALTH_TIMEOUT_MS,
): Promise<boolean> {
  const enough = new AbortController();
  const timeout = clock.sleep(timeoutMs, enough.signal).then(() => false);
  try {
    return await Promise.race([ask().then(() => true), timeout]);
  } catch {
    return false;
  } finally {
    enough.abort();
  }
}
