import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { MAX_NOTIFICATIONS_AT_ONCE } from '../../src/nwc/limits.ts';
import { eventually } from '../support/eventually.ts';
import { openNotificationBench } from '../support/nwc/notification-bench.ts';
import { openNotifiedApp } from '../support/nwc/notified-app.ts';
import { programVariables } from '../support/program-variables.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';

/** `npm run test:notifications` plays it with all that was promised. */
const NOTIFICATIONS = Number(process.env['NWC_NOTIFICATIONS'] ?? '1000');
const USERS = 10;
const KILLS = 8;
const PROGRAM = new URL('../support/nwc/relay-program.ts', import.meta.url).pathname;

/** A process with the relay, and where it listens. */
interface Relay {
  readonly child: ChildProcess;
  readonly url: string;
}

const random = createSeededRandom(testSeed());
const draw = (below: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % below;

test(`34: kill -9 of two relays during ${NOTIFICATIONS} notifications: none lost`, async (t) => {
  const bench = await openNotificationBench({ after });
  const relays: Relay[] = [];
  bench.after(() => {
    for (const { child } of relays) child.kill('SIGKILL');
  });
  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, [PROGRAM, bench.opened.serviceUrl], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...programVariables() },
    });
    assert(child.stdout !== null);
    const [said] = await once(child.stdout, 'data');
    relays.push({ child, url: String(said).trim() });
  };
  await Promise.all([start(), start()]);

  const userIds: string[] = [];
  for (let count = 0; count < USERS; count += 1) userIds.push(await bench.addUser());
  const keys = await Promise.all(userIds.map((userId) => bench.addKey(userId)));
  const pickRelay = (): string => relays[draw(relays.length)]?.url ?? '';
  // The app of the last key runs twice.
  const apps = [...keys, keys.at(-1)].map((key) =>
    openNotifiedApp({ uri: key?.uri ?? '', pickRelay, isCut: () => draw(100) === 0 }),
  );
  bench.after(() => Promise.all(apps.map((app) => app.end())));
  const ofUser = (index: number) => apps.filter((_, at) => Math.min(at, USERS - 1) === index);
  const toldTo = (index: number): ReadonlyMap<string, string> =>
    new Map(ofUser(index).flatMap(({ told }) => [...told]));
  const countHeard = (): number => apps.reduce((sum, { heard }) => sum + heard(), 0);

  const settled = userIds.map((): string[] => []);
  const perRound = Math.ceil(NOTIFICATIONS / USERS / (KILLS + 1));
  for (let round = 0; round <= KILLS; round += 1) {
    const before = countHeard();
    for (const [index, userId] of userIds.entries()) {
      settled[index]?.push(...(await bench.settle(userId, perRound)));
    }
    if (round === KILLS) break;
    await eventually('some of them came', () => (countHeard() > before ? true : null));
    const victim = relays.shift();
    victim?.child.kill('SIGKILL');
    await Promise.all([victim && once(victim.child, 'exit'), start()]);
  }
  const total = USERS * perRound * (KILLS + 1);
  await eventually(
    'all notifications',
    () => {
      const told = userIds.map((_, index) => toldTo(index).size);
      return told.reduce((sum, size) => sum + size, 0) >= total ? true : null;
    },
    300_000,
  );
  for (const [index, hashes] of settled.entries()) {
    const told = [...toldTo(index).values()];
    assert.deepEqual(told.toSorted(), hashes.toSorted(), 'each once, by the ids of the events');
  }
  const repeats = apps.map(({ heard, told }) => heard() - told.size);
  const visits = apps.reduce((sum, app) => sum + app.visits(), 0);
  t.diagnostic(`${repeats.reduce((sum, count) => sum + count, 0)} repeats in ${visits} visits`);
  for (const [index, app] of apps.entries()) {
    assert.ok((repeats[index] ?? 0) <= app.visits() * MAX_NOTIFICATIONS_AT_ONCE);
  }
  for (const { walletPubkey } of keys.map(({ secret }) => secret)) {
    await eventually('the mark stands at the end', async () =>
      (await bench.markOf(walletPubkey)) === BigInt(total / USERS) ? true : null,
    );
  }
});
