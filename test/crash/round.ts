import assert from 'node:assert/strict';
import { END_LEASES } from '../support/nwc/end-leases.ts';
import { isOfChain } from './crash-points.ts';
import { createDice } from './dice.ts';
import { endChain } from './end-chain.ts';
import type { Installation } from './installation.ts';
import type { LoadOptions } from './load.ts';
import { beSentKeysend } from './load-steps.ts';
import { payFromExternalNode } from './pay-from-external.ts';
import type { RoundPlan, Victim } from './plan.ts';
import { finishOrders, repeatOrders } from './repeat-orders.ts';
import { type Program, type ServiceProcess, serve } from './service-process.ts';
import { type Round, strikeInRecovery, strikeUnderLoad } from './strike.ts';
import { setWeather } from './weather.ts';
import { within } from './within.ts';
import { checkWorld, loadOf, untilPaymentsLeave, untilQuiet, type World } from './world.ts';

export interface RoundReport {
  readonly violations: readonly string[];
  /** Null when no point was wanted. */
  readonly hasReachedPoint: boolean | null;
  readonly kills: readonly Victim[];
  /** From the start of the new process until nothing was under way. */
  readonly recoveryMs: number;
  /** Until all that moved on the chain had an end. */
  readonly chainMs: number;
}

const DOWN_LIMIT_MS = 120_000;
const REPEAT_LIMIT_MS = 120_000;
const QUIET_LIMIT_MS = 120_000;
const SETTLE_LIMIT_MS = 60_000;
const CHAIN_LIMIT_MS = 120_000;

/** Load, strike, recovery, repeats, check. */
export async function playRound(
  world: World,
  plan: RoundPlan,
  nextProgram: Program,
): Promise<RoundReport> {
  const dice = createDice(plan.seed);
  const { installation, book } = world;
  await prepare(world, plan.strike.program);
  const load = await loadOf(world, dice, {
    name: `r${plan.number}`,
    ...mannerOf(plan, installation),
    hasChain: hasChain(world, plan),
  });
  await setWeather(load.simulator, dice, plan);
  const round: Round = { world, plan, dice, load, kills: [], mourned: new Set() };

  book.areFaultsExpected = plan.strike.victims.some((one) => one === 'database' || one === 'node');
  const hasReachedUnderLoad = await strikeUnderLoad(round);
  await within(DOWN_LIMIT_MS, 'payments from outside', actWhileDown(round));
  const startedMs = performance.now();
  const hasReachedInRecovery = await recover(round, nextProgram);
  await (await installation.simulator()).clearFaults(null);
  const calm = await calmDown(round);
  const recoveryMs = calm.atMs - startedMs;

  for (const role of installation.roles) {
    const running = installation.process(role);
    if (!running.isRunning) complainOfEnd(round, running);
  }
  const { violations } = await checkWorld(world, SETTLE_LIMIT_MS);
  const hasReachedPoint =
    plan.strike.point === null
      ? null
      : plan.strike.kind === 'in recovery'
        ? hasReachedInRecovery
        : hasReachedUnderLoad;
  return {
    violations: [
      ...violations,
      ...(calm.isQuiet ? [] : ['something was still under way, or stopped, after two minutes']),
    ],
    hasReachedPoint,
    kills: round.kills,
    recoveryMs,
    chainMs: calm.chainMs,
  };
}

/** What comes to its end with blocks only takes long: some rounds have it. */
const hasChain = ({ coinsSatAtFirst }: World, { number, strike: { point } }: RoundPlan): boolean =>
  coinsSatAtFirst !== null && (number % 3 === 0 || (point !== null && isOfChain(point)));

const NEEDS_HELD = ['lightning.payment', 'lightning.follow', 'money.resolveInRecovery'];

/** What is to be in flight when the next process looks is held for longer than a start takes. */
function mannerOf(
  { strike }: RoundPlan,
  installation: Installation,
): Pick<LoadOptions, 'holdMs' | 'isAllHeld'> {
  if (!NEEDS_HELD.includes(strike.point?.call ?? ''))
    return { holdMs: [30, 700], isAllHeld: false };
  const startMs = Math.ceil(installation.startMs());
  return { holdMs: [startMs + 500, startMs + 2000], isAllHeld: true };
}

/**
 * Waits for the end of all that is under way. Some callers ask again while recovery is at work, and
 * the others once it is done. Answers when nothing was under way any more for the first time.
 */
async function calmDown({ world, dice, load }: Round) {
  const areImpatient = dice.chance(0.5);
  const repeat = (): Promise<void> => within(REPEAT_LIMIT_MS, 'the repeats', repeatOrders(load));
  if (areImpatient) await repeat();
  const isQuiet = await untilQuiet(world, QUIET_LIMIT_MS);
  const atMs = performance.now();
  const isOpen = await untilPaymentsLeave(world, QUIET_LIMIT_MS);
  world.book.areFaultsExpected = false;
  await (areImpatient ? finishOrders(load) : repeat());
  const chainAtMs = performance.now();
  if (load.hasChain) await within(CHAIN_LIMIT_MS, 'the ends on the chain', endChain(load));
  const chainMs = performance.now() - chainAtMs;
  const isQuietAgain = await untilQuiet(world, QUIET_LIMIT_MS);
  return { isQuiet: isQuiet && isOpen && isQuietAgain, atMs, chainMs };
}

/** Every role runs the wanted program. */
async function prepare(world: World, program: Program): Promise<void> {
  const { installation } = world;
  for (const role of installation.roles) {
    const running = installation.process(role);
    if (running.isRunning && running.program === program) continue;
    await running.kill('SIGTERM');
    await serve(installation.launch(role, program));
  }
  assert(await untilPaymentsLeave(world, QUIET_LIMIT_MS), 'payments leave before the round');
}

/** The world goes on while the service is away: the node takes what comes. */
async function actWhileDown({ world, load, plan }: Round): Promise<void> {
  if (plan.strike.victims.includes('node')) return;
  // What the dying watch was not told the next one finds, given a node that replays as LND does.
  await load.simulator.clearFaults('lost_events');
  const { invoices, asked, paidFromExternalNode } = world.book;
  const unpaid = [invoices, asked].flatMap((known) =>
    [...known.values()]
      .filter(({ paymentHash }) => !paidFromExternalNode.has(paymentHash))
      .slice(-3),
  );
  await Promise.all([
    ...unpaid.map((invoice) => payFromExternalNode(load, invoice.bolt11, invoice.paymentHash)),
    beSentKeysend(load),
    beSentKeysend(load),
  ]);
}

/** Starts again what died; answers whether it came by at a point that was wanted there. */
async function recover(round: Round, nextProgram: Program): Promise<boolean> {
  const { installation } = round.world;
  const { kind, point } = round.plan.strike;
  let hasReached = false;
  if (kind === 'in recovery' && point !== null) hasReached = await strikeInRecovery(round, point);
  for (const role of installation.roles) {
    const before = installation.process(role);
    if (before.isRunning) continue;
    complainOfEnd(round, before);
    await serve(installation.launch(role, nextProgram));
  }
  await endLeases(installation);
  return hasReached;
}

/**
 * As after fifteen seconds: requests of apps that no one has answered are taken up at once, also
 * those that a process which lives on is just running.
 */
async function endLeases(installation: Installation): Promise<void> {
  await installation.withDatabase(({ sql }) => sql.unsafe(END_LEASES));
}

/**
 * Once it serves, a process outlives the death of everything else. A start that fails for it is
 * tried again, as its supervisor would.
 */
function complainOfEnd({ world, mourned }: Round, ended: ServiceProcess): void {
  if (mourned.has(ended) || ended.startMs === null) return;
  world.book.complaints.push(`a process ended by itself:\n${ended.output().slice(-3000)}`);
}
