import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from '../../src/address/limits.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { drawAction, drawPauseMs } from './actions.ts';
import { beginToAsk, decideAgainAndAgain, hasOwners } from './approvals/owners.ts';
import { connectApps } from './apps.ts';
import { restOnChain } from './chain/chain-at-rest.ts';
import { liveOnChain } from './chain/chain-life.ts';
import { operateOnChain } from './chain/operators-on-chain.ts';
import { checkersOf, type Moment } from './checkers/checkers.ts';
import { createDice } from './dice.ts';
import type { SimulatedFault } from './fault.ts';
import { operatorReleases } from './going-back.ts';
import { judgeHistory } from './judge-history.ts';
import { hasOperator, stopAgainAndAgain } from './operator-stops.ts';
import { limitAgainAndAgain } from './outflow/operator-limits.ts';
import type { SimulationOptions } from './simulation.ts';
import { alive, createSimulation, type Simulation, settleIn } from './simulation.ts';
import { payAskedInside, settleHeld } from './strangers.ts';
import { clearUp } from './weather.ts';

export interface SeedOptions {
  readonly seed: number;
  readonly steps: number;
  readonly fault: SimulatedFault | null;
  readonly isTraced: boolean;
  readonly openStorage: SimulationOptions['openStorage'];
  /** Steps between two looks at the books. */
  readonly checkEvery: number;
}

export interface SeedReport {
  readonly seed: number;
  /** At which step something was found wrong; null when all is well. */
  readonly failedAtStep: number | null;
  readonly findings: readonly string[];
  readonly trace: readonly string[];
}

/** So that the dice of operators and owners fall in other ways. */
const OF_LIMITS = 0x1197;
const OF_OPERATOR = 0x570b;
const OF_OWNERS = 0xa5c;

/** Plays one seed; the same seed and the same code give the same run. */
export async function runSeed(options: SeedOptions): Promise<SeedReport> {
  const { seed, steps, checkEvery } = options;
  const simulation = await createSimulation(options);
  const report = (failedAtStep: number | null, findings: readonly string[]): SeedReport => ({
    seed,
    failedAtStep,
    findings,
    trace: simulation.trace,
  });
  let step = 0;
  try {
    await settleIn(simulation);
    await connectApps(simulation);
    if (hasOperator(seed)) {
      const dice = createDice(createSeededRandom(seed + OF_OPERATOR));
      void stopAgainAndAgain(simulation, dice);
    }
    if (simulation.model.outflow !== null) {
      const dice = createDice(createSeededRandom(seed + OF_LIMITS));
      void limitAgainAndAgain(simulation, simulation.model.outflow, dice);
    }
    if (hasOwners(seed)) {
      const dice = createDice(createSeededRandom(seed + OF_OWNERS));
      await beginToAsk(simulation, dice);
      void decideAgainAndAgain(simulation, dice);
    }
    if (simulation.chain !== null) {
      void liveOnChain(simulation, simulation.chain);
      void operateOnChain(simulation, simulation.chain);
    }
    while (step < steps) {
      step += 1;
      drawAction(simulation.dice)(simulation);
      await simulation.clock.advance(drawPauseMs(simulation.dice));
      const findings = step % checkEvery === 0 ? await check(simulation, 'on the way') : [];
      if (findings.length > 0) return report(step, findings);
    }
    await quieten(simulation);
    const findings = [
      ...(await check(simulation, 'in the end')),
      ...(await judgeHistory(simulation)),
    ];
    if (findings.length > 0) return report(steps, findings);
    await waitForPrune(simulation);
    const left = await check(simulation, 'long after');
    return report(left.length > 0 ? steps : null, left);
  } catch (error) {
    return report(step, [`the run broke: ${error instanceof Error ? error.stack : error}`]);
  } finally {
    for (const { life } of simulation.processes) life.kill();
    await simulation.storage.close();
  }
}

async function check(
  { storage, model, node, chain, clock }: Simulation,
  moment: Moment,
): Promise<readonly string[]> {
  const books = await storage.takeSnapshot();
  const scene = { books, model, node, chain, now: clock.now() };
  return checkersOf(model, moment).flatMap((checker) => checker(scene));
}

/** Longer than any payment is held, and than the node is away. */
const ALL_HAS_HAPPENED_MS = 60_000;
/** A dead process counts as gone, and what it may have sent as never sent, twice looked at. */
const RECOVERY_MS = 130_000;

/** Nothing new happens; all processes but a fresh one end, and recovery gets its time. */
async function quieten(simulation: Simulation): Promise<void> {
  const { clock, dice, model, weather, chain } = simulation;
  model.isQuiet = true;
  clearUp(weather);
  const ended = new AbortController();
  if (chain !== null) void restOnChain(simulation, chain, ended.signal);
  for (const { life } of simulation.processes) life.wake();
  // What the node does meanwhile is heard of, or there is no one to hear it.
  const areLongGone = dice.chance(0.5);
  if (areLongGone) await endAll(simulation);
  await clock.advance(ALL_HAS_HAPPENED_MS);
  if (!areLongGone) await endAll(simulation);
  simulation.start();
  const { goneBack, isNodeShared } = simulation.model;
  if (goneBack !== null || isNodeShared) await releaseTillFree(simulation);
  await clock.advance(RECOVERY_MS);
  ended.abort();
  if (chain !== null) await clock.advance(LAST_LOOK_MS);
}

/** Longer than from one look at the chain to the next. */
const LAST_LOOK_MS = 20_000;

/** Longer than from one comparison to the next. */
const COMPARED_MS = 70_000;
/** What one release passed over, as it arrived late, stops once more. */
const MOST_RELEASES = 3;

async function releaseTillFree(simulation: Simulation): Promise<void> {
  for (let count = 0; count < MOST_RELEASES; count += 1) {
    await simulation.clock.advance(COMPARED_MS);
    operatorReleases(simulation);
  }
  await simulation.clock.advance(COMPARED_MS);
}

/** Until invoices of strangers have expired for so long that they are pruned. */
const SWEPT_AFTER_MS = KEEP_EXPIRED_ADDRESS_INVOICES_MS + 960_000;
/** Longer than a start with its first prune, or with a look at all that came in. */
const PRUNE_MS = 20_000;
/** Users who come after the prune. */
const LATE_PAYMENTS = 5;

/** No process runs for an hour. What the node held until then comes in after the next prune. */
async function waitForPrune(simulation: Simulation): Promise<void> {
  const { clock, model, chain } = simulation;
  await endAll(simulation);
  await clock.advance(SWEPT_AFTER_MS + (chain === null ? 0 : DAY_MS));
  simulation.start();
  await clock.advance(PRUNE_MS);
  for (const asked of model.heldLong) settleHeld(simulation, asked);
  for (let count = 0; count < LATE_PAYMENTS; count += 1) payAskedInside(simulation);
  await endAll(simulation);
  simulation.start();
  await clock.advance(PRUNE_MS);
}

/** Some are asked to stop, some are killed. */
async function endAll(simulation: Simulation): Promise<void> {
  for (const running of alive(simulation)) {
    if (simulation.dice.chance(0.5)) running.life.kill();
    else void running.stop().then(() => running.life.kill());
  }
  await simulation.clock.advance(1000);
  for (const { life } of simulation.processes) life.kill();
}
