import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { newAction } from '../../src/alarms/audited-action.ts';
import { LOCKDOWN_PARTS } from '../../src/lockdown/held-parts.ts';
import { createLockdownStore } from '../../src/lockdown/sql/lockdown-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';

const USERS = 10_000;

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const lockdowns = createLockdownStore(database);

/** Triggers that write notices, which would take longer than all the rest. */
const TELLING = [
  ['app_grant', 'tell_of_new_app'],
  ['grant_device', 'tell_of_new_device'],
  ['session', 'tell_of_new_sign_in'],
] as const;

/** For each user, something behind every door. */
async function fill(): Promise<void> {
  for (const [table, name] of TELLING) {
    await owner`alter table ${owner(table)} disable trigger ${owner(name)}`;
  }
  await owner.unsafe(`
    create temporary table person as
      select n, gen_random_uuid() as id, gen_random_uuid() as app, gen_random_uuid() as wallet,
        gen_random_uuid() as device, gen_random_uuid() as session, gen_random_uuid() as family
      from generate_series(1, ${USERS}) n;
    insert into wallet_user (id, identifier, email, password_hash, created_at)
      select id, 'person' || n, 'person' || n || '@example.com', 'x', now() from person;
    insert into client (id, owner_user_id, name, url, callback, created_at)
      select 'shop', id, 'Shop', 'https://shop.example', 'https://shop.example/cb', now()
      from person where n = 1;
    insert into personal_token (id, user_id, token_hash, name, scopes, created_at)
      select 'token' || n, id, sha256(('t' || n)::bytea), 'script', 'balance:read', now()
      from person;
    insert into app_grant (id, user_id, client_id, scopes, created_at)
      select app, id, 'shop', 'balance:read', now() from person;
    insert into app_grant (id, user_id, kind, name, scopes, created_at)
      select wallet, id, 'nwc', 'Phone', 'balance:read', now() from person;
    insert into grant_device (id, app_grant_id, name, created_at)
      select device, wallet, 'Phone', now() from person;
    insert into nwc_key (
        device_id, client_pubkey, wallet_pubkey, wallet_secret_sealed, created_at, notified_seq)
      select device, sha256(('c' || n)::bytea), sha256(('w' || n)::bytea), 'sealed', now(), 0
      from person;
    insert into token_family (
        id, app_grant_id, generation, resource, begun_at, last_used_at, expires_at)
      select family, app, 1, 'wallet_api', now(), now(), now() + interval '1 day' from person;
    insert into refresh_token (
        token_hash, app_grant_id, generation, family_id, scopes, created_at, expires_at)
      select sha256(('r' || n)::bytea), app, 1, family, 'balance:read', now(),
        now() + interval '1 day' from person;
    insert into access_token (
        token_hash, app_grant_id, generation, family_id, scopes, resource, created_at, expires_at)
      select sha256(('a' || n)::bytea), app, 1, family, 'balance:read', 'wallet_api', now(),
        now() + interval '1 day' from person;
    insert into passkey (
        id, user_id, public_key, sign_count, transports, name, created_at)
      select 'key' || n, id, 'k', 0, '', 'Phone', now() from person;
    insert into address_name (name, user_id, is_current, claimed_at)
      select 'person' || n, id, true, now() from person;
    insert into one_time_link (token_hash, kind, user_id, session_epoch, created_at, expires_at)
      select sha256(('l' || n)::bytea), 'password_reset', id, 1, now(), now() + interval '1 day'
      from person;
    insert into session (
        id, secret_hash, user_id, session_epoch, signed_in_at, device, address, created_at,
        last_seen_at, expires_at)
      select session, sha256(('s' || n)::bytea), id, 1, now(), 'Phone', '127.0.0.1', now(), now(),
        now() + interval '1 day' from person`);
}

/** What the lockdown itself writes. */
const ITS_OWN = ['lockdown', 'alarm', 'operator_action', 'job', 'outside_stop'];

/** A digest of each table, with all columns of all rows. */
async function dump(): Promise<Readonly<Record<string, string>>> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`;
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    if (ITS_OWN.includes(name)) continue;
    const [row] = await owner`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as digest
      from ${owner(name)} t`;
    digests[name] = String(row?.['digest']);
  }
  return digests;
}

const order = (kind: 'lockdown' | 'lockdown_lift') =>
  newAction({ clock, random }, { adminId: null }, { kind, subject: '' });

test('with many users it takes no time, and nothing is forgotten', async () => {
  await fill();
  const before = await dump();
  assert.match(before['personal_token'] ?? '', new RegExp(`^${USERS} `));
  const beganMs = clock.monotonicMs();
  await lockdowns.lockDown({ reason: 'theft', keptSessionId: null }, order('lockdown'));
  const lockedMs = clock.monotonicMs();
  const { sessions, ...counts } = await lockdowns.countHeld(clock.now());
  assert.deepEqual(counts, { apps: USERS, tokens: USERS, connections: USERS, links: USERS });
  assert.equal(sessions, 0);
  assert.deepEqual(await dump(), before, 'while it is locked down');
  const liftMs = clock.monotonicMs();
  await lockdowns.lift(LOCKDOWN_PARTS, null, order('lockdown_lift'));
  const seconds = (ms: number): string => (ms / 1000).toFixed(3);
  console.log(
    `${USERS} users: locked down in ${seconds(lockedMs - beganMs)} s, ` +
      `lifted in ${seconds(clock.monotonicMs() - liftMs)} s`,
  );
  assert.deepEqual(await dump(), before, 'afterwards');
  const [stop] = await owner`select from outside_stop`;
  assert.equal(stop, undefined);
});
