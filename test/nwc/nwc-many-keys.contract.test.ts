import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import postgres from 'postgres';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { EXTERNAL_RELAYS_LEASE } from '../../src/nwc/external-store.ts';
import { createNwcExternalStore } from '../../src/nwc/sql/nwc-external-store.ts';
import { createNwcRequestStore } from '../../src/nwc/sql/nwc-request-store.ts';
import { type Cleanup, testDatabase } from '../support/database.ts';
import { countReads } from '../support/reading-cost.ts';

const RELAY = 'wss://relay.example';
const HOUR = 3_600_000;
const KEYS = 5000;
/** Rows that one look may read where there is nothing to do. */
const FEW = 200;

/** Many keys about which relays know all, with answers and publications of the past hours. */
async function openBench(t: Cleanup) {
  const { database, superuserUrl } = await testDatabase(t);
  const admin = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
  // The keys are written as if relays had been told of all of them.
  await admin.unsafe(`
    set session_replication_role = replica;
    insert into wallet_user (id, identifier, email, password_hash, created_at)
      select gen_random_uuid(), 'user' || lpad(i::text, 16, '0'), i || '@example.com', '', now()
      from generate_series(1, ${KEYS}) i;
    insert into wallet (user_id, record_seq) select id, 1 from wallet_user;
    insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
        settled_at, booked_at, seq, has_boostagram, body)
      select gen_random_uuid(), id, 'incoming', 'record' || right(identifier, 18),
        sha256(id::text::bytea), now(), now(), now() - interval '1 day', 1, false, '{}'
      from wallet_user;
    insert into app_grant (id, user_id, scopes, created_at, kind, name)
      select gen_random_uuid(), id, 'payments:read', now(), 'nwc', 'Zeus' from wallet_user;
    insert into grant_device (id, app_grant_id, name, created_at)
      select gen_random_uuid(), id, 'phone', now() from app_grant;
    insert into nwc_key (device_id, client_pubkey, wallet_pubkey, wallet_secret_sealed, created_at,
        notified_seq)
      select id, sha256(id::text::bytea), sha256(('wallet ' || id)::bytea), '', now(), 1
      from grant_device;
    insert into nwc_outside_key (device_id, info_at, told_scopes, told_at, published_seq)
      select id, 1, 'payments:read', now(), 1 from grant_device;
    insert into nwc_publication (relay, device_id, kind, event, next_at, drop_at)
      select '${RELAY}', id, 13194, 'info', now() + interval '1 hour', now() + interval '1 hour'
      from grant_device;
    insert into nwc_request (event_id, device_id, event, arrived_at, answer, answered_at,
        answered_by)
      select sha256(i::text::bytea), (select min(id::text)::uuid from grant_device), 'asked',
        now() - interval '1 hour', 'answer', now() - interval '1 hour', gen_random_uuid()
      from generate_series(1, ${KEYS}) i;
    set session_replication_role = origin;
    analyze;`);
  const devices = await admin<{ id: string }[]>`select id from grant_device order by id`;
  await admin.end();
  const processes = createProcessStore(database);
  const by = await processes.acquireLease(EXTERNAL_RELAYS_LEASE, randomUUID(), HOUR);
  assert(by !== null);
  return { database, deviceIds: devices.map(({ id }) => id), by };
}

test('looks that find nothing read next to nothing, however many keys there are', async (t) => {
  const { database, deviceIds, by } = await openBench(t);
  const now = new Date();
  const external = (work: (store: ReturnType<typeof createNwcExternalStore>) => Promise<unknown>) =>
    countReads(database, (over) => work(createNwcExternalStore(over)));
  const requests = (work: (store: ReturnType<typeof createNwcRequestStore>) => Promise<unknown>) =>
    countReads(database, (over) => work(createNwcRequestStore(over)));
  const watched = {
    eventIds: [],
    deviceIds: deviceIds.slice(0, 1),
    notBy: randomUUID(),
    lookBackMs: 10_000,
  };
  const reads = {
    keysToTell: await external((store) => store.findKeysToTell(now, 50)),
    lastPage: await external((store) => store.pageLiveKeys(now, deviceIds.at(-20) ?? '', 50)),
    behind: await external((store) => store.findBehind(50, [randomUUID()])),
    publications: await external((store) => store.takePublications([RELAY], 100, by)),
    prune: await external((store) => store.prunePublications(1000)),
    due: await requests((store) => store.takeRequests(64, 15_000)),
    answers: await requests((store) => store.findAnswers(watched)),
  };
  for (const [look, count] of Object.entries(reads)) {
    assert.ok(count <= FEW, `${look} read ${count} rows: ${JSON.stringify(reads)}`);
  }
});

test('keys are told when they, their connection or their user end, or are back', async (t) => {
  const { database, deviceIds, by } = await openBench(t);
  const external = createNwcExternalStore(database);
  /** Tells what has changed: the places of keys, and whether they live. */
  const tell = async () => {
    const found = await external.findKeysToTell(new Date(), 50);
    const told = found.map(({ key: { deviceId }, storedScopes }) => ({
      deviceId,
      infoAt: 2,
      storedScopes,
    }));
    assert.equal(await external.tell(told, [], by), true);
    return told.map(({ deviceId, storedScopes }) => [
      deviceIds.indexOf(deviceId),
      storedScopes !== null,
    ]);
  };
  const change = async (text: string, place: number): Promise<void> => {
    const grant = `(select app_grant_id from grant_device where id = '${deviceIds[place]}')`;
    const user = `(select user_id from app_grant where id = ${grant})`;
    const whole = text.replace('$grant', grant).replace('$user', user);
    await database.query((sql) => sql.unsafe(whole.replace('$device', `'${deviceIds[place]}'`)));
  };
  assert.deepEqual(await tell(), []);
  await change('update wallet_user set disabled_at = now() where id = $user', 7);
  assert.deepEqual(await tell(), [[7, false]]);
  await change('update wallet_user set disabled_at = null where id = $user', 7);
  assert.deepEqual(await tell(), [[7, true]]);
  await change('update grant_device set ended_at = now() where id = $device', 8);
  await change('update app_grant set revoked_at = now() where id = $grant', 9);
  assert.deepEqual(await tell(), [
    [8, false],
    [9, false],
  ]);
  await change('update app_grant set last_used_at = now() where id = $grant', 10);
  assert.deepEqual(await tell(), []);
  const [left] = await database.query(
    (sql) => sql<{ count: number }[]>`select count(*)::integer as count from nwc_outside_change`,
  );
  assert.equal(left?.count, 0, 'what was told is no change any more');
});
