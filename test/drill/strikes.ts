import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { CRASH_POINTS, type CrashPoint } from '../crash/crash-points.ts';
import { createLoad } from '../crash/load.ts';
import { runLoad } from '../crash/run-load.ts';
import { type ServiceProcess, serve } from '../crash/service-process.ts';
import { openClient } from '../crash/wallets.ts';
import { waitForStandbys } from '../support/drill-standby.ts';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/fields.ts';
import { freePort } from '../support/running-service.ts';
import { type Cluster, countWaiting, failOver, STANDBY } from './cluster.ts';
import type { Drill } from './play.ts';

/** The primary dies at once with all that it did, and the standby is promoted. */
export async function killPrimary({ cluster, pauses }: Drill): Promise<void> {
  pauses.begin();
  await failOver(cluster);
}

/** All connections are cut, and for a while no one answers at the address. */
export async function restartProxy({ cluster, pauses }: Drill): Promise<void> {
  pauses.begin();
  cluster.gate.close();
  await wait(1000);
  cluster.gate.open();
}

/** Writes wait for it, reads do not, and /health says so; it comes back, and all goes on. */
export async function loseStandby({ cluster, world, load, pauses }: Drill): Promise<void> {
  pauses.begin();
  await cluster.standby.kill();
  await eventually('writes of the service wait', async () =>
    (await countWaiting(cluster.primary, 'satchel')) > 0 ? true : null,
  );
  const [wallet] = world.wallets;
  assert(wallet !== undefined, 'there are wallets');
  await eventually('the balance can be read while writes wait', async () => {
    const answer = await load.call(wallet, { path: '/balance' });
    return answer?.status === 200 && (await countWaiting(cluster.primary)) > 0 ? true : null;
  });
  await eventually('the service says why', async () => {
    const answer = await load.call(wallet, { path: '/health' });
    return answer?.status === 200 && field(answer.body, 'writes') === 'waiting' ? true : null;
  });
  cluster.standby = await cluster.folder.startFiles(cluster.standby.directory);
  await waitForStandbys(cluster.primary, STANDBY);
}

/** As long as a lease lasts, and a few times as long as a process may be silent here. */
const LONGER_THAN_A_LEASE_MS = 9000;

/** No one can say that they live, nor that another does not. */
export async function failOverSlowly({ cluster, pauses }: Drill): Promise<void> {
  pauses.begin();
  await failOver(cluster, () => wait(LONGER_THAN_A_LEASE_MS));
}

const POINT_LIMIT_MS = 60_000;

/**
 * Two processes die in the middle of payments, one before it hands one over to the node, one before
 * it writes the end of one down; and before anyone has seen to it, the primary dies too.
 */
export async function dieBeforeFailover(drill: Drill): Promise<void> {
  const { world, cluster, dice, load, pauses } = drill;
  const { installation } = world;
  const port = await freePort();
  const second = installation.launchMore('api', 'crashing', { SATCHEL_PORT: String(port) });
  await serve(second);
  const client = openClient(`http://127.0.0.1:${port}`);
  let isOver = false;
  const running = runLoad(createLoad({ ...load, client, name: 'second' }), () => isOver);
  const first = installation.process('api');
  await Promise.all([
    dieAt(first, pointOf('lightning.send', 'before')),
    dieAt(second, pointOf('money.resolve', 'before')),
  ]);
  pauses.begin();
  await failOver(cluster);
  isOver = true;
  await running;
  await client.close();
  await wait(dice.between(0, 500));
  await serve(installation.launch('api', 'crashing'));
}

async function dieAt(target: ServiceProcess, { number }: CrashPoint): Promise<void> {
  target.arm({ point: number, nth: 3, delayMs: 0, diesItself: true, databasePid: null });
  const isOver = await Promise.race([
    target.untilEnd().then(() => true),
    wait(POINT_LIMIT_MS, false, { ref: false }),
  ]);
  assert(isOver && target.hasReachedPoint(), `a process dies at point ${number}`);
}

function pointOf(call: string, moment: CrashPoint['moment']): CrashPoint {
  const found = CRASH_POINTS.find((point) => point.call === call && point.moment === moment);
  assert(found !== undefined, `there is a crash point ${moment} ${call}`);
  return found;
}

/** Fences of all leases, by name. */
export async function readFences({ primary }: Cluster): Promise<ReadonlyMap<string, bigint>> {
  return await primary.run(async (sql) => {
    const rows = await sql<{ name: string; fence: string }[]>`
      select name, fence::text from lease`;
    return new Map(rows.map(({ name, fence }) => [name, BigInt(fence)]));
  });
}
