import {
  lowerOf,
  NO_OUTFLOW_LIMITS,
  type OutflowLimits,
  type OutflowMode,
} from '../../../src/outflow/outflow-limits.ts';

/**
 * Operators limit what leaves, change the limits, and lift the stop after a while. They have dice of
 * their own, and are there for some seeds only, so that all others stay as they were. Some of these
 * seeds have a chain.
 */
export const hasLimits = (seed: number): boolean =>
  seed % 16 === 9 || seed % 64 === 36 || seed % 64 === 60;

/**
 * What operators allow, and what the database let through: as they and the wires between processes
 * and database saw it, not as the service counts it. Times are those of the database.
 */
export interface OutflowWorld extends OutflowPast {
  /** The next number of a call that may let something through. */
  calls: number;
}

/** What a copy of the database has of it. */
interface OutflowPast {
  limits: Readonly<Record<LimitSource, OutflowLimits>>;
  mode: OutflowMode | null;
  /** Everything is stopped, and no one has lifted that; null where nothing is. */
  latch: Latch | null;
  /** The number of the first call after limits were changed last. */
  changedAt: number;
  extras: readonly Extra[];
  passed: readonly Passed[];
  received: readonly Received[];
}

/**
 * A limit was reached, or the database has gone back: until it notices, payments are still reserved,
 * and none leaves.
 */
type Latch = 'limit' | 'gone_back';

export type LimitSource = 'settings' | 'chosen';

/** What an operator has allowed beyond the limits. */
interface Extra {
  readonly atMs: number;
  readonly msats: bigint;
}

interface Received {
  readonly atMs: number;
  readonly msats: bigint;
}

/** A call that may let something through, at the moment when it arrives at the database. */
export interface Call {
  readonly number: number;
  readonly atMs: number;
  /** Null where nothing is limited, or limits are only observed. */
  readonly limits: OutflowLimits | null;
  readonly isLimited: boolean;
  readonly latch: Latch | null;
  readonly changedAt: number;
}

/** Something that the database let through. */
export interface Passed extends Call {
  readonly id: string;
  readonly what: Leaving;
}

export type Leaving =
  | {
      readonly kind: 'payment';
      readonly hash: string;
      readonly batchId: string | null;
      readonly amountMsat: bigint;
      readonly orderedAt: Date;
      /** In virtual time, as the node knows no other. */
      readonly monotonicMs: number;
    }
  | {
      readonly kind: 'withdrawal';
      readonly txid: string;
      readonly amountMsat: bigint;
      readonly orderedAt: Date;
    }
  | { readonly kind: 'raise'; readonly txid: string; readonly orderedAt: Date };

export const newOutflowWorld = (): OutflowWorld => ({
  limits: { settings: NO_OUTFLOW_LIMITS, chosen: NO_OUTFLOW_LIMITS },
  mode: null,
  latch: null,
  changedAt: 0,
  extras: [],
  passed: [],
  received: [],
  calls: 0,
});

export const limitsOf = ({ limits, mode }: OutflowPast): OutflowLimits | null => {
  const inForce = lowerOf(limits.settings, limits.chosen);
  return mode === 'off' || isEmpty(inForce) ? null : inForce;
};

export const isEmpty = (limits: OutflowLimits): boolean =>
  Object.values(limits).every((limit) => limit === null);

/** Begins a call: what is in force now decides it. */
export function beginCall(world: OutflowWorld, atMs: number): Call {
  const limits = limitsOf(world);
  const number = world.calls;
  world.calls += 1;
  return {
    number,
    atMs,
    limits: world.mode === 'observe' ? null : limits,
    isLimited: limits !== null,
    latch: world.latch,
    changedAt: world.changedAt,
  };
}

/** Notes what a call has let through; answers what is wrong with that. */
export function notePassed(
  world: OutflowWorld,
  call: Call,
  id: string,
  what: Leaving,
): readonly string[] {
  if (world.passed.some((one) => one.id === id)) return [];
  world.passed = [...world.passed, { ...call, id, what }];
  const isWrong = call.latch === 'limit' && call.isLimited;
  return isWrong ? [`${what.kind} ${id} was let through though a limit has stopped all`] : [];
}

const DAY_MS = 86_400_000;

/** An operator sets limits. What left before the first one counts from when it was ordered. */
export function setLimits(
  world: OutflowWorld,
  atMs: number,
  source: LimitSource,
  limits: OutflowLimits,
  mode: OutflowMode | null,
): void {
  const former = limitsOf(world);
  world.limits = { ...world.limits, [source]: limits };
  if (source === 'settings') world.mode = mode;
  if (source === 'settings' && mode === 'off') world.latch = null;
  world.changedAt = world.calls;
  if (former !== null || limitsOf(world) === null) return;
  world.passed = world.passed.flatMap((one) => {
    const orderedMs = one.what.orderedAt.getTime();
    // By the clocks of processes, from which that of the database differs.
    if (orderedMs < atMs - 2 * DAY_MS) return [];
    return [one.isLimited ? one : { ...one, atMs: orderedMs }];
  });
}

/** An operator lifts the stop of a limit, and perhaps allows more. */
export function liftLatch(world: OutflowWorld, atMs: number, beyondMsat: bigint): void {
  world.latch = null;
  if (beyondMsat > 0n) world.extras = [...world.extras, { atMs, msats: beyondMsat }];
}

/** The database notices that it has gone back: with limits, a person has to look. */
export function latchGoneBack(world: OutflowWorld): void {
  const { settings, chosen } = world.limits;
  const isSet = world.mode !== 'off' && (world.mode !== null || !isEmpty(settings));
  if (isSet || !isEmpty(chosen)) world.latch = 'gone_back';
}
