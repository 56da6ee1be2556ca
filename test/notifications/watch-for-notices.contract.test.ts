import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import postgres from 'postgres';
import type { Database } from '../../src/database/db.ts';
import { createChangedWalletStore } from '../../src/ledger/sql/changed-wallet-store.ts';
import { createWalletFeed } from '../../src/ledger/wallet-feed.ts';
import { NOTICES_FEED_MS } from '../../src/notifications/limits.ts';
import { lookForNotices, watchForNotices } from '../../src/notifications/look-for-notices.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

/** Notices about money are found as soon as it has moved, in whichever worker. */

const world = await startAccounts({ after });
const owner = postgres(world.ownerUrl, { max: 1 });
after(() => owner.end());
const plain = createNoticeInboxStore(world.database);

async function someone(way: 'mail' | 'bell' = 'mail') {
  const { user } = await world.addPerson();
  const api = await asApiUser(world, user);
  const { ways } = await plain.readInbox(user.id);
  await plain.setWays(user.id, { ...ways, received: way, ended: way });
  const told = async () => {
    const { notices } = await plain.readInbox(user.id);
    return notices.map(({ matter, count }) => [matter.kind, Number(count)]);
  };
  const mailJobs = async (): Promise<number> => {
    const [row] = await owner<{ count: number }[]>`
      select count(*)::integer as count from job
      where kind = 'mail-notices' and dedupe_key = ${user.id}`;
    return row?.count ?? 0;
  };
  return { user, api, told, mailJobs };
}

/** Workers whose time a test moves; it waits for what they ask the database. */
function startWorkers(count: number) {
  const underWay = new Set<Promise<unknown>>();
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) {
      await Promise.allSettled(underWay);
      await turn();
    }
  };
  const database: Database = {
    ...world.database,
    query: (work) => {
      const answer = world.database.query(work);
      underWay.add(answer);
      const done = () => void underWay.delete(answer);
      answer.then(done, done);
      return answer;
    },
  };
  const clock = createVirtualClock(new Date().toISOString(), idle);
  const state = { looks: 0, isDeaf: false };
  const inboxes = createNoticeInboxStore(database);
  const noticeInboxes = {
    ...inboxes,
    lookForNotices: (userId: string, at: Date) => {
      state.looks += 1;
      return inboxes.lookForNotices(userId, at);
    },
  };
  const store = createChangedWalletStore(database);
  const changedWallets = {
    findChanged: async (withinMs: number, asked: readonly string[]) =>
      state.isDeaf ? [] : await store.findChanged(withinMs, asked),
  };
  const stop = new AbortController();
  const deps = { noticeInboxes, clock, random: createSeededRandom(1), log: createListeningLog() };
  const workers = Array.from({ length: count }, () => {
    const walletFeed = createWalletFeed({ ...deps, changedWallets });
    return watchForNotices({ ...deps, walletFeed }, stop.signal);
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await clock.until(Promise.all(workers));
  };
  /** What the job does once a minute. */
  const job = () => lookForNotices({ noticeInboxes: plain, clock }, stop.signal);
  return { state, job, end, pass: () => clock.advance(3 * NOTICES_FEED_MS) };
}

describe('notices about money', () => {
  test('are there within seconds for those who want mail, and for no one else', async () => {
    const { state, pass, end } = startWorkers(1);
    await pass();
    const [wants, rests] = [await someone(), await someone('bell')];
    for (const { api } of [wants, rests]) await api.receive(5);
    await pass();
    assert.deepEqual([await wants.told(), await rests.told()], [[['received', 1]], []]);
    assert.equal(await wants.mailJobs(), 1);
    assert.equal(state.looks, 1);
    await wants.api.receive(5);
    await pass();
    assert.deepEqual([await wants.told(), await wants.mailJobs()], [[['received', 2]], 1]);
    await end();
  });

  test('tell that a payment failed', async () => {
    const { pass, end } = startWorkers(1);
    const { user, api, told } = await someone();
    await api.receive(1000);
    await pass();
    const { plan } = world.node;
    const release = Promise.withResolvers<typeof plan>();
    world.node.plan = { kind: 'hold', until: release.promise };
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 5000n });
    const paying = api.post('/payments/bolt11', { invoice: bolt11 });
    await world.sent(world.node.sent.length + 1);
    await owner`
      update payment set created_at = created_at - interval '1 minute'
      where user_id = ${user.id} and ended_at is null`;
    release.resolve({ kind: 'fail', reason: 'no_route' });
    await paying;
    world.node.plan = plan;
    await pass();
    assert.deepEqual((await told()).map(([kind]) => kind).toSorted(), ['ended', 'received']);
    await end();
  });

  test('of two workers are told once', async () => {
    const { pass, end } = startWorkers(2);
    await pass();
    const { api, told, mailJobs } = await someone();
    for (const amount of [1, 2, 3]) await api.receive(amount);
    await pass();
    assert.deepEqual([await told(), await mailJobs()], [[['received', 3]], 1]);
    await end();
  });

  test('that a worker died before telling of are found by the job, and not twice', async () => {
    const { state, pass, job, end } = startWorkers(1);
    await pass();
    state.isDeaf = true;
    const { api, told } = await someone();
    await api.receive(5);
    await pass();
    assert.deepEqual(await told(), []);
    await job();
    assert.deepEqual(await told(), [['received', 1]]);
    state.isDeaf = false;
    await pass();
    assert.deepEqual(await told(), [['received', 1]]);
    await end();
  });
});
