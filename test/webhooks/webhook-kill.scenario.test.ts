import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { programVariables } from '../support/program-variables.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';

/** `npm run test:webhooks` plays it with all that was promised. */
const DELIVERIES = Number(process.env['WEBHOOK_DELIVERIES'] ?? '1000');
const ENDPOINTS = 20;
const KILLS = 8;
/** What one process may have claimed at a time. */
const MAX_CLAIMED = 256;
const LEASE_HOURS = 61 / 3600;
const PROGRAM = new URL('../support/webhooks/worker-program.ts', import.meta.url).pathname;

const receiver = await startHookReceiver();
after(() => receiver.close());

test(`W17 M85 kill -9 of two workers during ${DELIVERIES} deliveries: nothing lost`, async (t) => {
  const bench = await openDeliveryBench({ after });
  const workers: ChildProcess[] = [];
  const start = async (): Promise<void> => {
    const key = Buffer.from(bench.webhookKey).toString('hex');
    const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as const;
    const child = spawn(process.execPath, [PROGRAM, bench.opened.serviceUrl, key], {
      stdio: [...stdio],
      env: { ...process.env, ...programVariables() },
    });
    workers.push(child);
    assert(child.stdout !== null);
    await once(child.stdout, 'data');
  };
  t.after(() => {
    for (const child of workers) child.kill('SIGKILL');
  });

  const users = await Promise.all(
    Array.from({ length: ENDPOINTS }, () => bench.addReceiver(`${receiver.url}/hook`)),
  );
  // Slow enough to be in the midst of it whenever a process dies.
  receiver.answer('/hook', (response) => void setTimeout(() => response.end(), 20));
  for (const { userId } of users) await bench.settle(userId, DELIVERIES / ENDPOINTS);
  await Promise.all([start(), start()]);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const share = (DELIVERIES * kill) / (KILLS + 1);
    await eventually('some progress', () => (receiver.messages().size >= share / 2 ? true : null));
    const victim = workers.shift();
    victim?.kill('SIGKILL');
    await Promise.all([victim && once(victim, 'exit'), start()]);
  }
  let known = -1;
  await eventually(
    'all deliveries',
    async () => {
      const { succeeded = 0 } = await bench.states();
      // What the dead had claimed comes back when its lease is over.
      if (succeeded === known) await bench.age(LEASE_HOURS);
      known = succeeded;
      if (succeeded < DELIVERIES) await wait(500);
      return succeeded === DELIVERIES ? true : null;
    },
    150_000,
  );
  assert.equal(receiver.messages().size, DELIVERIES, 'every message came');
  const duplicates = receiver.received.length - DELIVERIES;
  t.diagnostic(`${duplicates} duplicates after ${KILLS} kills`);
  assert.ok(duplicates <= KILLS * MAX_CLAIMED);
  const bodies = new Map<string, string>();
  for (const { id, body } of receiver.received) {
    assert.equal(body, bodies.get(id) ?? body, 'duplicates are alike');
    bodies.set(id, body);
  }
  assert.deepEqual(await bench.states(), { succeeded: DELIVERIES });
  assert.deepEqual(await bench.findings(), []);
  const live = workers.map((child) => once(child, 'exit'));
  for (const child of workers) child.kill('SIGTERM');
  await Promise.all(live);
});
