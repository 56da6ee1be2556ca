import { assert } from '../base/assert.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { EndpointNotice } from './notice-store.ts';

/**
 * The health of an endpoint since its last success. It is stored with the endpoint, so it survives
 * restarts.
 */
export interface EndpointHealth {
  /** The number of attempts that failed in a row. */
  readonly consecutiveFailures: number;
  /** Time and delivery of the first failure since the last success; null when there is none. */
  readonly failingSince: Date | null;
  readonly failingDeliveryId: bigint | null;
  /**
   * Whether two different deliveries failed, and so far apart in time that it was no short outage.
   */
  readonly hasFailedApart: boolean;
  readonly lastSuccessAt: Date | null;
  readonly warnedStage: WarnedStage;
}

/**
 * What the user was warned of: nothing (0), that the endpoint fails (1), or that it has failed for
 * a day (2).
 */
export type WarnedStage = 0 | 1 | 2;

/** The result of an attempt, as a sign of how well its endpoint works. */
export interface HealthSign {
  readonly deliveryId: bigint;
  readonly at: Date;
  readonly kind: 'succeeded' | 'failed' | 'exhausted' | 'says_nothing';
}

export interface Diagnosis {
  readonly health: EndpointHealth;
  /** Warnings that are due now; each stage is reported once. */
  readonly newWarnings: readonly EndpointNotice[];
  /** Whether the endpoint has failed for so long that nothing is sent to it any more. */
  readonly isGivenUp: boolean;
}

export const HEALTHY: EndpointHealth = {
  consecutiveFailures: 0,
  failingSince: null,
  failingDeliveryId: null,
  hasFailedApart: false,
  lastSuccessAt: null,
  warnedStage: 0,
};

const FAILURES_TO_WARN = 4;
const FAILING_TO_WARN_MS = 24 * HOUR_MS;
const FAILING_TO_GIVE_UP_MS = 5 * 24 * HOUR_MS;
const APART_MS = 12 * HOUR_MS;
/**
 * The number of failures in a row that counts as much as a delivery that was given up. When many
 * deliveries wait, an endpoint fails often before the first of them is given up.
 */
const FAILURES_LIKE_EXHAUSTION = 100;

/**
 * Computes an endpoint's health after the given attempts, in their order. All times are by one
 * clock.
 */
export function diagnose(before: EndpointHealth, signs: readonly HealthSign[]): Diagnosis {
  let health = before;
  let isGivenUp = false;
  const newWarnings: EndpointNotice[] = [];
  for (const sign of signs) {
    if (sign.kind === 'says_nothing') continue;
    const stageBefore = health.warnedStage;
    health = takeSign(health, sign);
    isGivenUp = isHopeless(health, sign);
    if (health.warnedStage > stageBefore) {
      newWarnings.push(health.warnedStage === 1 ? 'failing' : 'failing_for_a_day');
    }
  }
  return { health, newWarnings, isGivenUp };
}

function takeSign(health: EndpointHealth, sign: HealthSign): EndpointHealth {
  if (sign.kind === 'succeeded') return { ...HEALTHY, lastSuccessAt: sign.at };
  // When an endpoint is enabled again, `failingSince` becomes null, so that its failures are
  // counted again.
  const known = health.failingSince === null ? beginFailing(health, sign) : health;
  const failing = { ...known, consecutiveFailures: known.consecutiveFailures + 1 };
  const isOther = sign.deliveryId !== failing.failingDeliveryId;
  const hasFailedApart = failing.hasFailedApart || (isOther && lastsMs(failing, sign) >= APART_MS);
  return { ...failing, hasFailedApart, warnedStage: warnedStage(failing, sign) };
}

const beginFailing = ({ lastSuccessAt }: EndpointHealth, sign: HealthSign): EndpointHealth => ({
  ...HEALTHY,
  lastSuccessAt,
  failingSince: sign.at,
  failingDeliveryId: sign.deliveryId,
});

/**
 * The stage of warnings that is due. The user gets the stages in their order, each at most once.
 */
function warnedStage(failing: EndpointHealth, sign: HealthSign): WarnedStage {
  const { warnedStage: stage, consecutiveFailures } = failing;
  if (stage === 0) return consecutiveFailures >= FAILURES_TO_WARN ? 1 : 0;
  return stage === 2 || lastsMs(failing, sign) >= FAILING_TO_WARN_MS ? 2 : 1;
}

function isHopeless(health: EndpointHealth, sign: HealthSign): boolean {
  if (sign.kind === 'succeeded') return false;
  const hasTriedAll =
    sign.kind === 'exhausted' || health.consecutiveFailures >= FAILURES_LIKE_EXHAUSTION;
  return hasTriedAll && health.hasFailedApart && lastsMs(health, sign) >= FAILING_TO_GIVE_UP_MS;
}

function lastsMs({ failingSince }: EndpointHealth, { at }: HealthSign): number {
  assert(failingSince !== null, 'an endpoint that fails knows since when');
  return at.getTime() - failingSince.getTime();
}
