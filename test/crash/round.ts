import { setTimeout as wait } from 'node:timers/promises';
import { CRASH_POINTS, type CrashOrder, type CrashPoint } from './crash-points.ts';
import { createDice, type Dice } from './dice.ts';
import type { Installation } from './installation.ts';
import { type Load, sendInvoiceOrder } from './load.ts';
import { beSentKeysend, payFromOutside } from './load-steps.ts';
import { noteAnswer, type Order } from './order-book.ts';
import type { RoundPlan, Victim } from './plan.ts';
import { runLoad } from './run-load.ts';
import type { Program, ServiceProcess } from './service-process.ts';
import { setWeather } from './weather.ts';
import { within } from './within.ts';
import { checkWorld, loadOf, untilQuiet, type World } from './world.ts';

export interface RoundReport {
  readonly violations: readonly string[];
  /** Null when no point was wanted. */
  readonly hasReachedPoint: boolean | null;
  readonly kills: readonly Victim[];
  /** From the start of the new process until nothing was under way. */
  readonly recoveryMs: number;
}

const STEPS_MAX = 150;
/** What is under way is left to recovery: nothing waits for it. */
const STOP_LIMIT_MS = 10_000;
/** Longer than any caller waits. */
const LOAD_END_LIMIT_MS = 60_000;
const DOWN_LIMIT_MS = 30_000;
const REPEAT_LIMIT_MS = 120_000;
const QUIET_LIMIT_MS = 60_000;
const SETTLE_LIMIT_MS = 15_000;

/** Load, strike, recovery, repeats, check. */
export async function playRound(
  world: World,
  plan: RoundPlan,
  nextProgram: Program,
): Promise<RoundReport> {
  const dice = createDice(plan.seed);
  const { installation, book } = world;
  await prepare(installation, plan.strike.program);
  const load = await loadOf(world, dice, {
    name: `r${plan.number}`,
    // What is to be in flight when the next process looks is held for longer than a start takes.
    holdMs: plan.strike.kind === 'in recovery' ? [1500, 5000] : [50, 1500],
  });
  await setWeather(load.outside, dice, plan);
  const round: Round = { world, plan, dice, load, kills: [], mourned: new Set() };

  book.areFaultsExpected = plan.strike.victims.some((one) => one === 'database' || one === 'node');
  const hasReachedUnderLoad = await strikeUnderLoad(round);
  await within(DOWN_LIMIT_MS, 'payments from outside', actWhileDown(round));
  const startedMs = performance.now();
  const hasReachedInRecovery = await recover(round, nextProgram);
  await (await installation.outside()).clearFaults(null);
  const isQuiet = await untilQuiet(world, QUIET_LIMIT_MS);
  const recoveryMs = performance.now() - startedMs;
  book.areFaultsExpected = false;
  await within(REPEAT_LIMIT_MS, 'the repeats', repeatOrders(round));
  const isQuietAgain = await untilQuiet(world, QUIET_LIMIT_MS);

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
      ...(isQuiet && isQuietAgain ? [] : ['something was still under way after a minute']),
      ...findUnexpectedEnds(round),
    ],
    ...{ hasReachedPoint, kills: round.kills, recoveryMs },
  };
}

interface Round {
  readonly world: World;
  readonly plan: RoundPlan;
  readonly dice: Dice;
  readonly load: Load;
  readonly kills: Victim[];
  /** Processes that were meant to die. */
  readonly mourned: Set<ServiceProcess>;
}

/** Every role runs the wanted program. */
async function prepare(installation: Installation, program: Program): Promise<void> {
  for (const role of installation.roles) {
    const running = installation.process(role);
    if (running.isRunning && running.program === program) continue;
    await running.kill('SIGTERM');
    await serve(installation.launch(role, program));
  }
}

async function serve(launched: ServiceProcess): Promise<void> {
  if (await launched.untilServing()) return;
  throw new Error(`the service does not start:\n${launched.output()}`);
}

/** Answers whether a wanted point was reached. */
async function strikeUnderLoad(round: Round): Promise<boolean> {
  const { plan, dice, load, world } = round;
  const { kind, point } = plan.strike;
  let isOver = false;
  const running = runLoad(load, () => isOver, STEPS_MAX);
  const wanted = kind === 'under load' ? point : pointBefore(point);
  const hasReached = wanted !== null && (await strikeAtPoint(round, wanted, running));
  if (!hasReached) await strikeAtOnce(round, dice.between(50, 1200), running);
  const hasService = world.installation.roles.every((role) => !isVictim(round, role));
  // Where only the database died, its service goes on being used.
  if (hasService) await wait(dice.between(200, 900));
  isOver = true;
  await within(LOAD_END_LIMIT_MS, 'the end of the load', running);
  return hasReached;
}

/** Where a process has to die so that recovery comes by at a point. */
const pointBefore = (point: CrashPoint | null): CrashPoint | null =>
  CRASH_POINTS.find(({ number }) => number === point?.after) ?? null;

const isVictim = ({ plan }: Round, victim: Victim): boolean => plan.strike.victims.includes(victim);

async function strikeAtPoint(
  round: Round,
  point: CrashPoint,
  running: Promise<void>,
): Promise<boolean> {
  const { plan, world, dice } = round;
  const { installation } = world;
  const role = roleAt(installation, point);
  const target = installation.process(role);
  const { victims } = plan.strike;
  target.arm(await orderFor(round, point, point.isRare ? 1 : dice.between(1, 6)));
  if (victims.includes(role)) round.mourned.add(target);
  await Promise.race([target.untilEnd(), untilReached(target), running]);
  await target.disarm();
  if (!target.hasReachedPoint()) return false;
  round.kills.push(...victims);
  if (victims.includes(role)) await target.untilEnd();
  return true;
}

async function orderFor({ world, plan, dice }: Round, point: CrashPoint, nth: number) {
  const { victims } = plan.strike;
  const order: CrashOrder = {
    ...{ point: point.number, nth, delayMs: dice.between(0, 4) },
    diesItself: victims.some((victim) => victim !== 'database'),
    databasePid: victims.includes('database') ? await world.installation.databasePid() : null,
  };
  return order;
}

const roleAt = ({ roles }: Installation, { phase }: CrashPoint) => {
  if (roles.includes('all')) return 'all';
  return phase === 'pays' ? 'api' : 'worker';
};

async function untilReached(target: ServiceProcess): Promise<void> {
  while (target.isRunning && !target.hasReachedPoint()) await wait(10);
}

/** Not at a point, but when chance wants it, in the middle of the load. */
async function strikeAtOnce(round: Round, afterMs: number, running: Promise<void>): Promise<void> {
  const { installation } = round.world;
  const { victims, kind } = round.plan.strike;
  await Promise.race([wait(afterMs), running]);
  if (victims.includes('database')) await killByPid(await installation.databasePid());
  if (victims.includes('node')) await killByPid((await installation.network()).pid);
  for (const role of installation.roles) {
    if (!victims.includes(role)) continue;
    const target = installation.process(role);
    round.mourned.add(target);
    const killedAt = performance.now();
    await target.kill(kind === 'stop' ? 'SIGTERM' : 'SIGKILL');
    const tookMs = performance.now() - killedAt;
    if (tookMs > STOP_LIMIT_MS) {
      round.world.book.complaints.push(`a stop took ${Math.round(tookMs)} ms`);
    }
  }
  round.kills.push(...victims.filter(() => kind !== 'stop'));
}

async function killByPid(pid: number | null): Promise<void> {
  if (pid !== null) process.kill(pid, 'SIGKILL');
}

/** The world goes on while the service is away: the node takes what comes. */
async function actWhileDown({ world, load, plan }: Round): Promise<void> {
  if (plan.strike.victims.includes('node')) return;
  const unpaid = [...world.book.invoices.values()]
    .filter(({ paymentHash }) => !world.book.paidFromOutside.has(paymentHash))
    .slice(-3);
  await Promise.all([
    ...unpaid.map((invoice) => payFromOutside(load, invoice.bolt11, invoice.paymentHash)),
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
    if (installation.process(role).isRunning) continue;
    await serve(installation.launch(role, nextProgram));
  }
  return hasReached;
}

const RECOVERY_STRIKE_LIMIT_MS = 10_000;

async function strikeInRecovery(round: Round, point: CrashPoint): Promise<boolean> {
  const { installation } = round.world;
  const { victims } = round.plan.strike;
  const role = roleAt(installation, point);
  if (installation.process(role).isRunning) {
    round.mourned.add(installation.process(role));
    await installation.process(role).kill('SIGKILL');
    round.kills.push(role);
  }
  const target = installation.launch(role, 'crashing');
  target.arm(await orderFor(round, point, 1));
  if (victims.includes(role)) round.mourned.add(target);
  await Promise.race([untilReached(target), target.untilEnd(), wait(RECOVERY_STRIKE_LIMIT_MS)]);
  await target.disarm();
  if (target.hasReachedPoint()) round.kills.push(...victims);
  else if (target.isRunning) await serve(target);
  if (target.hasReachedPoint() && victims.includes(role)) await target.untilEnd();
  return target.hasReachedPoint();
}

/** Callers who heard nothing ask again, and so do some who know: nobody pays twice for that. */
async function repeatOrders({ world, dice, load }: Round): Promise<void> {
  const { book } = world;
  const isOpen = (order: Order): boolean =>
    order.items.some(({ verdict }) => verdict === 'unknown');
  const recent = book.orders.slice(-2 * STEPS_MAX).filter(({ isRepeatable }) => isRepeatable);
  const repeated = recent.filter(
    (order) => mustRepeat(order) || dice.chance(isOpen(order) ? 0.5 : 0.1),
  );
  const again = async (order: Order): Promise<void> => {
    const { payer, path, body, key } = order;
    noteAnswer(book, order, await load.call(payer, { path, body, key }));
    if (isOpen(order)) noteAnswer(book, order, await load.call(payer, { path, body, key }));
  };
  await inParallel(repeated, again);
  const invoiceOrders = book.invoiceOrders
    .slice(-STEPS_MAX)
    .filter(({ key, identifier }) => key !== null && (identifier === null || dice.chance(0.1)));
  await inParallel(invoiceOrders, (order) => sendInvoiceOrder(load, order));
  function mustRepeat(order: Order): boolean {
    return isOpen(order) && (order.items.some(({ payee }) => payee !== null) || isShared(order));
  }
  function isShared({ items }: Order): boolean {
    const [item] = items;
    return book.orders.filter((one) => one.items[0]?.paymentHash === item?.paymentHash).length > 1;
  }
}

const REPEATED_AT_ONCE = 8;

async function inParallel<T>(
  list: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...list];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: REPEATED_AT_ONCE }, lane));
}

function findUnexpectedEnds({ world, mourned }: Round): readonly string[] {
  return world.installation.roles
    .map((role) => world.installation.process(role))
    .filter((one) => !one.isRunning && !mourned.has(one))
    .map((one) => `a process ended by itself:\n${one.output().slice(-3000)}`);
}
