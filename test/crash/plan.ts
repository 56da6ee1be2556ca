import type { Role } from '../../src/app/context/app-context.ts';
import { CRASH_POINTS, type CrashPoint, type Phase } from './crash-points.ts';
import { createDice, type Dice } from './dice.ts';
import type { WayBack } from './earlier-state.ts';
import type { Shape } from './installation.ts';
import type { Program } from './service-process.ts';

/** One round: load, a strike, recovery, check. */
export interface RoundPlan {
  readonly number: number;
  readonly seed: number;
  readonly shape: Shape;
  readonly strike: Strike;
}

export interface Strike {
  readonly kind: Kind;
  readonly victims: readonly Victim[];
  /** Where it hits; null for a moment that chance picks. */
  readonly point: CrashPoint | null;
  /** How the database goes back to an earlier state; null where it does not. */
  readonly way: WayBack | null;
  /** What runs when it hits. */
  readonly program: Program;
}

/** A restart is a kill under load, and then the point while the next process recovers. */
type Kind = 'under load' | 'in recovery' | 'stop' | 'goes back';

export type Victim = Role | 'database' | 'node';

interface Group {
  /** Rounds of 200. */
  readonly weight: number;
  readonly shape: Shape;
  readonly kind: Kind;
  readonly victims: readonly Victim[];
  /** Points of these phases are dealt one after the other; none means any moment. */
  readonly phases: readonly Phase[];
}

const ONE = 'one process' as const;
const TWO = 'api and worker' as const;
const BACK = 'goes back' as const;

const GROUPS: readonly Group[] = [
  group(57, ONE, 'under load', ['all'], ['pays', 'receives']),
  group(21, ONE, 'under load', ['database'], ['pays', 'receives']),
  group(12, ONE, 'under load', ['all', 'database'], ['pays', 'receives']),
  group(39, ONE, 'in recovery', ['all'], ['recovers']),
  group(7, ONE, 'in recovery', ['database'], ['recovers']),
  group(9, ONE, 'under load', ['all']),
  group(7, ONE, 'under load', ['database']),
  group(8, ONE, 'under load', ['all', 'database']),
  group(4, ONE, 'under load', ['all', 'node']),
  group(5, ONE, 'stop', ['all']),
  group(6, TWO, 'under load', ['worker']),
  group(3, TWO, 'under load', ['api']),
  group(2, TWO, 'under load', ['api', 'worker']),
  group(2, TWO, 'under load', ['database']),
  group(3, TWO, 'under load', ['worker'], ['receives']),
  group(3, TWO, 'under load', ['api'], ['pays']),
  group(2, TWO, 'in recovery', ['worker'], ['recovers']),
  group(10, BACK, 'goes back', ['database']),
];

function group(
  weight: number,
  shape: Shape,
  kind: Kind,
  victims: readonly Victim[],
  phases: readonly Phase[] = [],
): Group {
  return { weight, shape, kind, victims, phases };
}

/** Rounds on one installation, one after the other. */
export interface InstallationPlan {
  readonly shape: Shape;
  readonly seed: number;
  readonly rounds: readonly RoundPlan[];
}

/** History grows; and every installation has a first start that can be killed. */
const ROUNDS_PER_INSTALLATION = 40;

/**
 * Makes the same plans for the same seed and count. Some installations can be played at once.
 * `only` plays the rounds of one shape, and no others.
 */
export function planInstallations(
  seed: number,
  count: number,
  only: Shape | null = null,
): readonly InstallationPlan[] {
  const dice = createDice(seed);
  const groups = GROUPS.filter(({ shape }) => only === null || shape === only);
  const rounds = planRounds(dice, groups, count);
  const most = Math.min(ROUNDS_PER_INSTALLATION, Math.ceil(count / 2));
  return [ONE, TWO, BACK].flatMap((shape) => {
    const ours = rounds.filter((round) => round.shape === shape);
    // What was told and is lost would puzzle every later round.
    const installations = shape === BACK ? ours.length : Math.ceil(ours.length / most);
    const size = Math.ceil(ours.length / installations);
    return Array.from({ length: installations }, (_, index) => ({
      shape,
      seed: dice.below(2 ** 31),
      rounds: ours.slice(index * size, (index + 1) * size),
    }));
  });
}

/** Every group gets its share of any count. */
function planRounds(dice: Dice, among: readonly Group[], count: number): readonly RoundPlan[] {
  const total = among.reduce((sum, { weight }) => sum + weight, 0);
  const decks = new Map(among.map((one) => [one, createDeck(one, dice)]));
  const wayBack = dealer(WAYS_BACK, dice);
  const dealt = new Map<Group, number>();
  const groups = Array.from({ length: count }, (_, index) => {
    const lag = (one: Group): number => (one.weight * (index + 1)) / total - (dealt.get(one) ?? 0);
    const next = among.reduce((most, one) => (lag(one) > lag(most) ? one : most));
    dealt.set(next, (dealt.get(next) ?? 0) + 1);
    return next;
  });
  return dice.shuffle(groups).map((one, index) => ({
    number: index + 1,
    seed: dice.below(2 ** 31),
    shape: one.shape,
    strike: planStrike(one, decks.get(one)?.() ?? null, wayBack, dice),
  }));
}

/** Deals all points of a group. */
function createDeck({ phases, shape }: Group, dice: Dice): () => CrashPoint | null {
  // With others at work no one knows who is gone but by their silence.
  const isSkipped = (call: string) => shape === TWO && call === 'processes.declareOthersGone';
  const points = CRASH_POINTS.filter(
    ({ phase, call }) => phases.includes(phase) && !isSkipped(call),
  );
  return points.length === 0 ? () => null : dealer(points, dice);
}

/** All of a list in a random order, and then again. */
function dealer<T>(list: readonly T[], dice: Dice): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = dice.shuffle(list);
    return left.pop() ?? dice.pick(list);
  };
}

function planStrike(
  { kind, victims }: Group,
  point: CrashPoint | null,
  wayBack: () => PlannedWayBack,
  dice: Dice,
): Strike {
  const isReal = point === null && dice.chance(0.7);
  const program = isReal ? 'real' : 'crashing';
  const { way, victims: killed } = kind === 'goes back' ? wayBack() : { way: null, victims };
  return { kind, victims: killed, point, way, program };
}

interface PlannedWayBack {
  readonly way: WayBack;
  readonly victims: readonly Victim[];
}

/** The service may go on running, and so it often does; but not while a backup is restored. */
const WAYS_BACK: readonly PlannedWayBack[] = [
  { way: 'a base backup', victims: ['database'] },
  { way: 'a base backup', victims: ['database'] },
  { way: 'a base backup', victims: ['all', 'database'] },
  { way: 'a standby', victims: ['database'] },
  { way: 'a standby', victims: ['database'] },
  { way: 'a standby', victims: ['all', 'database'] },
  { way: 'a restored backup', victims: ['all', 'database'] },
];

export function titleOf({ number, shape, strike }: RoundPlan): string {
  const { kind, victims, point, way } = strike;
  const who = victims.map((victim) => NAMES[victim]).join(' and ');
  const place = shape === ONE ? '' : ' (api and worker)';
  if (kind === 'stop') return `${number}: SIGTERM to ${who}${place}`;
  if (way !== null)
    return `${number}: kill -9 of ${who}, and ${way} takes the place of the database`;
  const where =
    point === null ? 'at some moment' : `at point ${point.number}, ${point.moment} ${point.what}`;
  return `${number}: kill -9 of ${who} ${kind}, ${where}${place}`;
}

const NAMES: Readonly<Record<Victim, string>> = {
  all: 'the service',
  api: 'the api',
  worker: 'the worker',
  database: 'the database',
  node: 'the node',
};
