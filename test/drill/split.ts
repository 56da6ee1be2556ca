import assert from 'node:assert/strict';
import { MAIL_ALARM_JOB } from '../../src/alarms/alarm-mail-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { addUser } from '../../src/users/add-user.ts';
import { EVENT_TYPES } from '../../src/webhooks/delivery.ts';
import { billOrder, internalItem } from '../crash/bill-order.ts';
import { createLoad, type Load } from '../crash/load.ts';
import { runLoad } from '../crash/run-load.ts';
import { serve } from '../crash/service-process.ts';
import { addWallets, openClient, type Wallet } from '../crash/wallets.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/running-service.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../support/throw-away-server.ts';
import type { HookReceiver } from '../support/webhooks/hook-receiver.ts';
import { countWaiting, promoteStandby, STANDBY } from './cluster.ts';
import type { Drill } from './play.ts';

/** What may leave once, and what of it has left. */
export interface Outbox {
  readonly hooks: HookReceiver;
  /** All, of which some are about other things. */
  mails(): readonly string[];
}

const MESSAGES = 8;
const MAILS = 3;
/** Alarms that the mails speak of, by which they are known. */
const ALARMS = 4711;

/**
 * No one ends the old primary: a worker and an api stay on it while others serve from the new one.
 * The worker slept when there was something to send, and wakes up when both could send it.
 */
export async function leaveOldPrimary(drill: Drill, outbox: Outbox): Promise<void> {
  const { world, cluster, load, pauses } = drill;
  const { installation } = world;
  const [listener] = await addWallets(installation, ['gil']);
  assert(listener !== undefined, 'a user is added');
  const url = `${outbox.hooks.url}/hook`;
  const made = await load.call(listener, {
    path: '/webhook_endpoints',
    body: { url, filter_types: EVENT_TYPES },
  });
  assert.equal(made?.status, 200, JSON.stringify(made));

  const stale = installation.process('worker');
  const old = cluster.primary;
  let promoted = cluster.standby;
  try {
    stale.signal('SIGSTOP');
    await fillOutbox(drill, listener);
    promoted = await promoteStandby(cluster);
  } finally {
    stale.signal('SIGCONT');
  }
  await eventually('the worker on the old primary waits', async () =>
    (await countWaiting(old, 'satchel worker')) > 0 ? true : null,
  );

  cluster.standby = await promoted.startStandby(STANDBY);
  const address = `127.0.0.1:${promoted.port}`;
  const port = await freePort();
  const onNew = {
    SATCHEL_DATABASE_URL: databaseUrl(address, 'service', TEMPLATE_DATABASE),
    SATCHEL_MIGRATE_DATABASE_URL: databaseUrl(address, 'owner', TEMPLATE_DATABASE),
    SATCHEL_PORT: String(port),
  };
  const others = [
    installation.launchMore('worker', 'crashing', onNew),
    installation.launchMore('api', 'crashing', onNew),
  ];
  await Promise.all(others.map(serve));
  await useBoth(load, port);
  await eventually('everything is sent', () =>
    outbox.hooks.messages().size >= MESSAGES && ours(outbox).length >= MAILS ? true : null,
  );

  pauses.begin();
  await old.kill();
  cluster.primary = promoted;
  cluster.gate.close();
  cluster.gate.open(cluster.primary.port);
}

/** Acknowledged by both servers, and sent by no one yet. */
async function fillOutbox({ world, load }: Drill, listener: Wallet): Promise<void> {
  for (let count = 0; count < MESSAGES; count += 1) {
    const [payer] = world.wallets;
    const invoice = await load.createInvoice(listener, 100 + count);
    assert(payer !== undefined && invoice !== null, 'an invoice is made');
    const item = internalItem(load, invoice);
    await load.send(billOrder(load, payer, invoice.bolt11, item));
    assert.equal(item.verdict, 'paid');
  }
  await world.installation.withDatabase(async (_, stores) => {
    const deps = {
      ...stores,
      clock: systemClock,
      random: systemRandom,
      passwords: { hash: async () => 'none' },
    };
    for (let count = 0; count < MAILS; count += 1) {
      const email = `admin-${count}@example.com`;
      const admin = await addUser(deps, {
        email,
        password: 'not used',
        name: `Admin ${count}`,
        isAdmin: true,
      });
      assert(admin.ok, 'an admin is added');
      const payload = { adminId: admin.value.id, alarmIds: [], more: ALARMS };
      const job = { kind: MAIL_ALARM_JOB, payload, dedupeKey: email, runAt: new Date() };
      await stores.jobs.enqueueJob(job);
    }
  });
}

/** Lets all callers use the api that serves from the new primary, too. */
async function useBoth(load: Load, port: number): Promise<void> {
  const client = openClient(`http://127.0.0.1:${port}`);
  const second = createLoad({ ...load, client, name: 'second' });
  await runLoad(second, () => false, { stepsMax: 80, pauseMs: 50 });
  await client.close();
}

const ours = ({ mails }: Outbox): readonly string[] =>
  mails().filter((mail) => mail.includes(ALARMS.toLocaleString('en')));

export function findDoubles(outbox: Outbox): readonly string[] {
  const { hooks } = outbox;
  const mails = ours(outbox);
  const ids = hooks.received.map(({ id }) => id);
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...doubled.map((id) => `the webhook ${id} was sent twice`),
    ...(hooks.messages().size === MESSAGES ? [] : [`${hooks.messages().size} messages were sent`]),
    ...(mails.length === MAILS ? [] : [`${mails.length} mails were sent, not ${MAILS}`]),
  ];
}
