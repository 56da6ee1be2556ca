import { setTimeout as wait } from 'node:timers/promises';
import { CRASH_POINTS, type CrashOrder, type CrashPoint } from './crash-points.ts';
import type { Dice } from './dice.ts';
import type { Installation } from './installation.ts';
import type { Load } from './load.ts';
import type { RoundPlan, Victim } from './plan.ts';
import { runLoad } from './run-load.ts';
import { type ServiceProcess, serve } from './service-process.ts';
import { within } from './within.ts';
import type { World } from './world.ts';

/** A round that is being played. */
export interface Round {
  readonly world: World;
  readonly plan: RoundPlan;
  readonly dice: Dice;
  readonly load: Load;
  readonly kills: Victim[];
  /** Processes that were meant to die. */
  readonly mourned: Set<ServiceProcess>;
}

/** What is under way is left to recovery: nothing waits for it. */
const STOP_LIMIT_MS = 10_000;
/** Longer than any caller waits. */
const LOAD_END_LIMIT_MS = 60_000;

/** Answers whether a wanted point was reached. */
export async function strikeUnderLoad(round: Round): Promise<boolean> {
  const { plan, dice, load, world } = round;
  const { kind, point } = plan.strike;
  let isOver = false;
  const running = runLoad(load, () => isOver);
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

const RECOVERY_STRIKE_LIMIT_MS = 10_000;

export async function strikeInRecovery(round: Round, point: CrashPoint): Promise<boolean> {
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
