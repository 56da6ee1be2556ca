import { sat } from '../../../src/base/amount.ts';
import { NO_OUTFLOW_LIMITS, type OutflowLimits } from '../../../src/outflow/outflow-limits.ts';
import type { Dice } from '../dice.ts';
import { note, type Simulation } from '../simulation.ts';
import {
  isEmpty,
  type LimitSource,
  liftLatch,
  type OutflowWorld,
  setLimits,
} from './outflow-world.ts';

interface Scene {
  readonly simulation: Simulation;
  readonly world: OutflowWorld;
  readonly dice: Dice;
  /** How often they allow something beyond the limits; in many runs never. */
  readonly extraShare: number;
}

const DEEDS: readonly (readonly [weight: number, deed: (scene: Scene) => Promise<void>])[] = [
  [2, change],
  [12, lift],
  [1, allowMore],
  [1, switchMode],
  [3, timePasses],
];
const BAG = DEEDS.flatMap(([weight, deed]) => Array(weight).fill(deed));

/** Ends some time after all is quiet. */
export async function limitAgainAndAgain(
  simulation: Simulation,
  world: OutflowWorld,
  dice: Dice,
): Promise<void> {
  const { clock, model } = simulation;
  const scene = { simulation, world, dice, extraShare: dice.pick([0, 0, 0.5]) };
  if (dice.chance(0.8)) await change(scene);
  while (!model.isQuiet) {
    await clock.sleep(dice.between(1, 2500));
    if (!model.isQuiet) await dice.pick(BAG)(scene);
  }
  // In half of all runs without a chain, what has stopped stays so. Bitcoin waits for its end.
  if (simulation.chain === null && dice.chance(0.5)) return;
  for (let count = 0; count < LAST_LOOKS; count += 1) {
    await setMode(scene, 'off');
    await clock.sleep(LOOK_EVERY_MS);
  }
}

/** A database may still go back. */
const LAST_LOOKS = 20;
const LOOK_EVERY_MS = 20_000;

/** Some limits are reached soon, and some hardly ever. */
const drawLimits = (dice: Dice): OutflowLimits => {
  const draw = (share: number, least: number, most: number) =>
    dice.chance(share) ? sat(BigInt(dice.between(least, most))) : null;
  return {
    hourSat: draw(0.6, 600, 6000),
    daySat: draw(0.4, 1000, 9000),
    netDaySat: draw(0.25, 500, 6000),
    singleSat: draw(0.25, 300, 4000),
    countHour: dice.chance(0.3) ? dice.between(3, 12) : null,
  };
};

/** Through the settings, or on a page. */
async function change(scene: Scene): Promise<void> {
  const { dice, world } = scene;
  const source = dice.pick<LimitSource>(['settings', 'chosen']);
  const limits = dice.chance(0.1) ? NO_OUTFLOW_LIMITS : drawLimits(dice);
  const mode = world.mode ?? (isEmpty(limits) ? null : dice.pick([null, 'enforce'] as const));
  await limit(scene, source, limits, source === 'settings' ? mode : world.mode);
}

async function switchMode(scene: Scene): Promise<void> {
  const { dice } = scene;
  await setMode(scene, dice.pick([null, 'enforce', 'enforce', 'enforce', 'observe', 'off']));
}

const setMode = (scene: Scene, mode: OutflowWorld['mode']): Promise<void> =>
  limit(scene, 'settings', scene.world.limits.settings, mode);

async function limit(
  { simulation, world }: Scene,
  source: LimitSource,
  limits: OutflowLimits,
  mode: OutflowWorld['mode'],
): Promise<void> {
  const { storage } = simulation;
  const shown = Object.values(limits).map((one) => (one === null ? '-' : String(one)));
  note(simulation, `limits of the ${source} are ${shown.join(' ')}, ${mode}`);
  await storage.perform(async () => {
    const written = storage.outflow.limit(source, limits, mode);
    setLimits(world, storage.outflow.nowMs(), source, limits, mode);
    await written;
  });
}

async function lift(scene: Scene): Promise<void> {
  const { dice, world, extraShare } = scene;
  if (world.latch === null && dice.chance(0.9)) return;
  await release(scene, dice.chance(extraShare) ? dice.between(1, 6000) : 0);
}

/** Before a limit is reached. */
async function allowMore(scene: Scene): Promise<void> {
  if (scene.extraShare > 0) await release(scene, scene.dice.between(1, 3000));
}

async function release({ simulation, world }: Scene, sats: number): Promise<void> {
  const { storage } = simulation;
  note(simulation, `an operator lets money leave again, and ${sats} sat beyond the limits`);
  await storage.perform(async () => {
    const released = storage.outflow.release(sat(BigInt(sats)));
    liftLatch(world, storage.outflow.nowMs(), BigInt(sats) * 1000n);
    await released;
  });
}

/** The clock of the database runs ahead of those of processes, by minutes up to a day. */
async function timePasses({ simulation, dice }: Scene): Promise<void> {
  const minutes = dice.pick([1, 2, 4, 5, 7, 20, 40, 60, 61, dice.chance(0.3) ? 1440 : 30]);
  note(simulation, `${minutes} minutes pass at the database`);
  simulation.storage.outflow.moveClock(minutes * 60_000);
}
