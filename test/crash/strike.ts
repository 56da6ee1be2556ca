import { setTimeout as wait } from 'node:timers/promises';
import { CRASH_POINTS, type CrashOrder, type CrashPoint } from './crash-points.ts';
import type { Dice } from './dice.ts';
import type { Installation } from './installation.ts';
import type { Load } from './load.ts';
import type { RoundPlan, Victim } from './plan.ts';
import { runLoad } from './run-load.ts';
import type { ServiceProcess } from './service-process.ts';
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
/** On a busy machine everything takes longer. */
const STOP_LIMIT_STARTS = 3;
/** Longer than any caller waits. */
const LOAD_END_LIMIT_MS = 240_000;

/** Who is to die, and where; null for a moment that chance picks. */
interface Aim {
  readonly victims: readonly Victim[];
  readonly point: CrashPoint | null;
  /** At the how manieth passing, where there are many. */
  readonly nth: number;
}

/** Answers whether a wanted point was reached. */
export async function strikeUnderLoad(round: Round): Promise<boolean> {
  const { dice, load, world } = round;
  const aim = aimUnderLoad(round);
  let isOver = false;
  const running = runLoad(load, () => isOver);
  const hasReached = await strikeAtPoint(round, aim, running);
  if (!hasReached) await strikeAtOnce(round, aim.victims, running);
  const hasService = world.installation.roles.every((role) => !aim.victims.includes(role));
  // Where only the database died, its service goes on being used.
  if (hasService) await wait(dice.between(200, 900));
  isOver = true;
  await within(LOAD_END_LIMIT_MS, 'the end of the load', running);
  return hasReached;
}

/** Before a recovery someone has to die, and so that recovery comes by at the point. */
function aimUnderLoad({ plan, world, dice }: Round): Aim {
  const { kind, point, victims } = plan.strike;
  if (kind !== 'in recovery' || point === null) return { point, victims, nth: dice.between(1, 6) };
  const before = CRASH_POINTS.find(({ number }) => number === point.after) ?? null;
  const nth = dice.between(5, 10);
  return { point: before, victims: [roleAt(world.installation, before ?? point)], nth };
}

async function strikeAtPoint(
  round: Round,
  { point, victims, nth }: Aim,
  running: Promise<void>,
): Promise<boolean> {
  if (point === null) return false;
  const { world } = round;
  const role = roleAt(world.installation, point);
  const target = world.installation.process(role);
  target.arm(await orderFor(round, { point, victims, nth }));
  if (victims.includes(role)) round.mourned.add(target);
  await Promise.race([target.untilEnd(), untilReached(target), running]);
  await target.disarm();
  if (!target.hasReachedPoint()) return false;
  round.kills.push(...victims);
  if (victims.includes(role)) await target.untilEnd();
  return true;
}

async function orderFor(
  { world, dice }: Round,
  { point, victims, nth }: Aim & { readonly point: CrashPoint },
): Promise<CrashOrder> {
  return {
    point: point.number,
    nth: point.isRare ? 1 : nth,
    delayMs: dice.between(0, 4),
    diesItself: victims.some((victim) => victim !== 'database'),
    databasePid: victims.includes('database') ? await world.installation.databasePid() : null,
  };
}

const roleAt = ({ roles }: Installation, { phase }: CrashPoint) => {
  if (roles.includes('all')) return 'all';
  return phase === 'pays' ? 'api' : 'worker';
};

async function untilReached(target: ServiceProcess): Promise<void> {
  while (target.isRunning && !target.hasReachedPoint()) await wait(10);
}

/** Not at a point, but when chance wants it, in the middle of the load. */
async function strikeAtOnce(
  round: Round,
  victims: readonly Victim[],
  running: Promise<void>,
): Promise<void> {
  const { installation } = round.world;
  const { kind } = round.plan.strike;
  await Promise.race([wait(round.dice.between(50, 1200)), running]);
  if (victims.includes('database')) await killByPid(await installation.databasePid());
  if (victims.includes('node')) await killByPid((await installation.network()).pid);
  for (const role of installation.roles) {
    if (!victims.includes(role)) continue;
    const target = installation.process(role);
    round.mourned.add(target);
    const killedAt = performance.now();
    await target.kill(kind === 'stop' ? 'SIGTERM' : 'SIGKILL');
    const tookMs = performance.now() - killedAt;
    if (tookMs > Math.max(STOP_LIMIT_MS, STOP_LIMIT_STARTS * installation.startMs())) {
      round.world.book.complaints.push(`a stop took ${Math.round(tookMs)} ms`);
    }
  }
  round.kills.push(...victims.filter(() => kind !== 'stop'));
}

async function killByPid(pid: number | null): Promise<void> {
  if (pid !== null) process.kill(pid, 'SIGKILL');
}

/** Longer than the lease of a dead leader lasts. */
const RECOVERY_STRIKE_LIMIT_MS = 20_000;

export async function strikeInRecovery(round: Round, point: CrashPoint): Promise<boolean> {
  const { installation } = round.world;
  const { victims } = round.plan.strike;
  const role = roleAt(installation, point);
  const before = installation.process(role);
  if (before.isRunning) {
    round.mourned.add(before);
    await before.kill('SIGKILL');
    round.kills.push(role);
  }
  const target = installation.launch(role, 'crashing');
  target.arm(await orderFor(round, { point, victims, nth: 1 }));
  if (victims.includes(role)) round.mourned.add(target);
  await Promise.race([untilReached(target), target.untilEnd(), wait(RECOVERY_STRIKE_LIMIT_MS)]);
  await target.disarm();
  const hasReached = target.hasReachedPoint();
  if (hasReached) round.kills.push(...victims);
  if (hasReached && victims.includes(role)) await target.untilEnd();
  else await target.untilServing();
  return hasReached;
}
