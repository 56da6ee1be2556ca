import type { ResolveConfig } from '../usecases/payments/resolve-payment.ts';

export type LivenessConfig = Pick<ResolveConfig, 'heartbeatGraceSec'>;

const BEAT_EVERY_MS = 5000;
const OWNER_GONE_AFTER_MS = 40_000;
/** One late beat must not make a living process look dead. */
const BEATS_PER_GRACE = 4;

/** More frequent if the operator shortened the grace, as tests do. */
export const beatEveryMs = ({ heartbeatGraceSec }: LivenessConfig): number =>
  Math.min(BEAT_EVERY_MS, (heartbeatGraceSec * 1000) / BEATS_PER_GRACE);

/**
 * Silence after which recovery takes over what a process owned. Longer than a process may be silent
 * and still send; taking over alone refunds nothing, see resolve-payment.ts.
 */
export const ownerGoneAfterMs = ({ heartbeatGraceSec }: LivenessConfig): number =>
  Math.min(OWNER_GONE_AFTER_MS, heartbeatGraceSec * 1000);
